/* Scripts and limits. */
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "typeset/tex/tex.h"

/* Characters that have a small form, and their forms in the same order. */
struct small {
    const char *plain, *small;
};

static const struct small below[] = {
    {"0123456789+-=()",   "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"      },
    {"aehijklmnoprstuvx", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"},
    {"βγρφχ",        "ᵦᵧᵨᵩᵪ"                                    },
};

static const struct small above[] = {
    {"0123456789+-=()",           "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾"                         },
    {"abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"},
    {"ABDEGHIJKLMNOPRTUVW⊤⊺", "ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵀᵀ"    },
    {"*∗′″‴†‡°∘",  "**′″‴†‡°°"                                              },
};

/* The character at place `i` (in characters) of s. */
static uint32_t
char_at(const char *s, int i)
{
    size_t len = strlen(s), at = utf8_offset(s, len, i), bytes;

    return utf8_decode(s + at, len - at, &bytes);
}

static uint32_t
small_char(uint32_t c, int side)
{
    const struct small *rows = side == 1 ? below : above;
    size_t n = side == 1 ? sizeof below / sizeof *below : sizeof above / sizeof *above;

    for (size_t i = 0; i < n; i++) {
        const char *s = rows[i].plain;
        size_t len = strlen(s), bytes;

        for (int k = 0; len; s += bytes, len -= bytes, k++)
            if (utf8_decode(s, len, &bytes) == c)
                return char_at(rows[i].small, k);
    }
    return 0;
}

uint32_t
large_char(uint32_t c, int *side)
{
    for (*side = 1; *side <= 2; ++*side) {
        const struct small *rows = *side == 1 ? below : above;

        for (size_t i = 0; i < 3; i++) {
            const char *s = rows[i].small;
            size_t len = strlen(s), bytes;

            for (int k = 0; len; s += bytes, len -= bytes, k++)
                if (utf8_decode(s, len, &bytes) == c)
                    return char_at(rows[i].plain, k);
        }
    }
    return 0;
}

static bool
add_small_text(struct buf *b, const char *text, int side)
{
    size_t len = strlen(text), bytes;

    for (; len; text += bytes, len -= bytes) {
        uint32_t c = small_char(utf8_decode(text, len, &bytes), side);

        if (!c)
            return false;
        buf_char(b, c);
    }
    return true;
}

static bool
add_small(struct buf *b, const struct node *n, int side)
{
    if (n->kind == NODE_LEAF)
        return n->style == STYLE_PLAIN && add_small_text(b, n->text, side);
    if (n->kind != NODE_ROW)
        return false;
    for (const struct node *item = n->first; item; item = item->next)
        if ((item->kind == NODE_LEAF && item->word && n->first->next) ||
            !add_small(b, item, side))
            return false;
    return true;
}

static bool
is_alphanumeric(const char *text)
{
    for (; *text; text++)
        if (!((unsigned char)*text >= 0x80 || (*text >= '0' && *text <= '9') ||
              (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z')))
            return false;
    return true;
}

/* "ij", "t", "max", "<t": an index that needs no brackets. */
static bool
add_index(struct buf *b, const struct node *n)
{
    const struct node *item = n->kind == NODE_ROW ? n->first : n;

    if (item && item->next && item->class == CLASS_REL && !item->next->next) {
        buf_add(b, item->text ? item->text : "");
        item = item->next;
    }
    for (; item; item = n->kind == NODE_ROW ? item->next : NULL) {
        if (item->kind != NODE_LEAF || item->class != CLASS_ORD ||
            !is_alphanumeric(item->text) || (item->word && n->first && n->first->next))
            return false;
        buf_add(b, item->text);
    }
    return b->n > 0;
}

/* "-1", "(t)": a power that needs no brackets of its own. */
static bool
add_power(struct buf *b, const struct node *item)
{
    const char *end = "";

    if (!item || item->kind != NODE_LEAF || !item->next)
        return false;
    if (strcmp(item->text, "(") == 0)
        end = ")";
    else if (strcmp(item->text, "-") != 0)
        return false;
    buf_add(b, item->text);
    item = item->next;
    if (item->kind != NODE_LEAF || !is_alphanumeric(item->text))
        return false;
    buf_add(b, item->text);
    buf_add(b, end);
    return *end ? item->next && !item->next->next && item->next->kind == NODE_LEAF &&
                      strcmp(item->next->text, end) == 0
                : !item->next;
}

/* "_ij", "^2": a script on the line that needs no brackets; NULL when it does. */
static const char *
caret(struct setter *s, const struct node *n, int side)
{
    struct buf b;

    n = only_item(n);
    buf_init(&b, s->arena);
    if (side == 1)
        return add_index(&b, n) ? arena_printf(s->arena, "_%s", b.s) : NULL;
    if (n->kind == NODE_ROW)
        return add_power(&b, n->first) ? arena_printf(s->arena, "^%s", b.s) : NULL;
    if (n->kind != NODE_LEAF || !*n->text)
        return NULL;
    return *n->text == '\'' ? n->text : arena_printf(s->arena, "^%s", n->text);
}

const char *
small_text(struct setter *s, const struct node *n, int side)
{
    struct buf b;

    if (s->alphabet == ALPHABET_ASCII)
        return caret(s, n, side);
    buf_init(&b, s->arena);
    return add_small(&b, n, side) ? b.s : NULL;
}

/* ---- which scripts can be small ---------------------------------------------------- */

static int
level_of(struct how how)
{
    return how.level < SCRIPT_LEVELS ? how.level : SCRIPT_LEVELS - 1;
}

static struct how
script_how(struct how how)
{
    return (struct how){how.mode == MODE_LINE ? MODE_LINE : MODE_INLINE, how.level + 1};
}

bool
stacks_limits(const struct node *n, enum mode mode)
{
    return n->kind == NODE_SCRIPTS &&
           ((n->limits == LIMITS_ALWAYS && mode != MODE_LINE) ||
            (n->limits == LIMITS_DISPLAY && mode == MODE_DISPLAY));
}

/* Whether a script goes on the line even without small letters: everything in a line,
 * and in ASCII indices and the limits of big operators. */
static bool
is_flat_side(const struct setter *s, const struct node *n, int side, struct how how)
{
    if (how.mode == MODE_LINE)
        return true;
    return s->alphabet == ALPHABET_ASCII &&
           (side == 1 || how.mode == MODE_INLINE || only_item(n->kid[0])->big);
}

/* Whether a script speaks against small letters for all scripts of its side. In ASCII
 * those that stand on the line anyway do not. */
static bool
lacks_small(struct setter *s, const struct node *n, int side, struct how how)
{
    if (small_text(s, n->kid[side], side))
        return false;
    return s->alphabet == ALPHABET_UNICODE || !is_flat_side(s, n, side, how);
}

static void
scan_scripts(struct setter *s, const struct node *n, struct how how)
{
    bool stacked = stacks_limits(n, how.mode);

    set_scan(s, n->kid[0], how);
    for (int side = 1; side <= 2; side++) {
        if (!n->kid[side])
            continue;
        if (!stacked && lacks_small(s, n, side, how))
            s->small[side - 1][level_of(how)] = false;
        set_scan(s, n->kid[side], script_how(how));
    }
}

void
set_scan(struct setter *s, const struct node *n, struct how how)
{
    struct how inside = how_inside(n, how);

    if (n->kind == NODE_SCRIPTS) {
        scan_scripts(s, n, how);
        return;
    }
    for (const struct node *item = n->first; item; item = item->next)
        set_scan(s, item, inside);
    for (int i = 0; i < 3; i++) {
        bool small = i > 0 && (n->kind == NODE_STACK || n->kind == NODE_ARROW);

        if (n->kid[i])
            set_scan(s, n->kid[i], small ? script_how(how) : inside);
    }
}

/* ---- setting ----------------------------------------------------------------------- */

static struct group *
set_limits(struct setter *s, const struct node *n, struct how how)
{
    const struct group *parts[3];
    int count = 0, base;

    if (n->kid[2])
        parts[count++] = set_node(s, n->kid[2], script_how(how));
    base = count;
    parts[count++] = set_node(s, n->kid[0], how);
    if (n->kid[1])
        parts[count++] = set_node(s, n->kid[1], script_how(how));
    return set_centred(s, parts, count, base);
}

/* One script of a line: small letters, or "^(a + b)". */
static const struct group *
flat_script(struct setter *s, const struct node *n, int side, struct how how)
{
    const struct node *only = only_item(n);
    const char *small = s->small[side - 1][level_of(how)] ? small_text(s, n, side) : NULL;
    bool bare = only->kind == NODE_LEAF || only->kind == NODE_FENCE ||
                (only->kind == NODE_ROW && is_bracketed(only));

    if (!small && side == 1)
        small = caret(s, n, side);
    if (small)
        return group_text(s->arena, small, STYLE_PLAIN);
    return set_call(s, arena_printf(s->arena, side == 1 ? "_%s" : "^%s", bare ? "" : "("),
                    n, bare ? "" : ")", script_how(how));
}

/* "a + b (n)": the label of a brace in a line. */
static struct group *
set_label(struct setter *s, const struct node *n, const struct group *base,
          struct how how)
{
    const struct node *label = n->kid[1] ? n->kid[1] : n->kid[2];
    struct placed line[2] = {
        {base,  0},
        { set_call(s, "(", label, ")", how), 1}
    };

    return group_line(s->arena, line, 2);
}

static int
min(int x, int y)
{
    return x < y ? x : y;
}

static int
max(int x, int y)
{
    return x > y ? x : y;
}

/* A script on rows of its own, from the base's first row. */
struct corner {
    const struct group *script; /* NULL: none */
    int row;
};

/* `line` with the corners' scripts beginning at `col`. */
static struct group *
set_corners(struct setter *s, const struct group *line, int col,
            const struct corner corners[2])
{
    int first = 0, last = line->rows, cols = line->cols;
    struct group *g;

    for (int i = 0; i < 2; i++) {
        if (corners[i].script) {
            first = min(first, corners[i].row);
            last = max(last, corners[i].row + corners[i].script->rows);
            cols = max(cols, col + corners[i].script->cols);
        }
    }
    g = group_pad(s->arena, line, -first, 0, last - first, cols);
    for (int i = 0; i < 2; i++)
        if (corners[i].script)
            group_put(s->arena, g, corners[i].row - first, col, corners[i].script);
    return g;
}

/* \top; its sign is too large for a script. */
static bool
is_transpose(const struct node *script)
{
    script = only_item(script);
    return script->kind == NODE_LEAF && strcmp(script->text, "⊤") == 0;
}

static struct corner
raised(struct setter *s, const struct node *n, const struct group *base, int side,
       struct how how)
{
    struct corner c = {NULL, 0};

    if (!n->kid[side])
        return c;
    c.script = is_transpose(n->kid[side]) ? group_text(s->arena, "T", STYLE_PLAIN)
                                          : set_node(s, n->kid[side], script_how(how));
    if (side == 2)
        c.row = base->top - c.script->rows;
    else
        c.row = base->bottom > base->top ? base->bottom : base->bottom + 1;
    return c;
}

/* A script on the base's own line, NULL when it needs rows of its own. Nothing small
 * stands beside a high base. */
static const struct group *
script_on_line(struct setter *s, const struct node *n, int side, bool high,
               struct how how)
{
    bool small = s->small[side - 1][level_of(how)] && small_text(s, n->kid[side], side);

    if (how.mode != MODE_LINE && high)
        return NULL;
    if (!small && !is_flat_side(s, n, side, how))
        return NULL;
    return flat_script(s, n->kid[side], side, how);
}

static struct group *
set_beside(struct setter *s, const struct node *n, const struct group *base,
           struct how how)
{
    struct corner corners[2] = {
        {NULL, 0},
        {NULL, 0}
    };
    struct placed line[3] = {
        {base, 0}
    };
    bool high = base->bottom > base->top;
    int count = 1;

    for (int side = 1; side <= 2; side++) {
        const struct group *script =
            n->kid[side] ? script_on_line(s, n, side, high, how) : NULL;

        if (script)
            line[count++] = (struct placed){script, 0};
        else
            corners[side - 1] = raised(s, n, base, side, how);
    }
    return set_corners(s, count > 1 ? group_line(s->arena, line, count) : base,
                       base->cols, corners);
}

/* What the scripts stand on; one that would swallow them stands in brackets. */
static const struct group *
set_base(struct setter *s, const struct node *n, struct how how)
{
    const struct node *base = only_item(n->kid[0]);
    bool flat =
        base->kind == NODE_FRACTION && base->n != FRACTION_BINOMIAL && is_flat(base, how);
    bool twice = base->kind == NODE_SCRIPTS && !stacks_limits(base, how.mode) &&
                 ((n->kid[1] && base->kid[1]) || (n->kid[2] && base->kid[2]));

    if (flat || twice)
        return set_call(s, "(", base, ")", how);
    return set_node(s, n->kid[0], how);
}

struct group *
set_scripts(struct setter *s, const struct node *n, struct how how)
{
    const struct group *base;

    if (stacks_limits(n, how.mode))
        return set_limits(s, n, how);
    base = set_base(s, n, how);
    if (n->kid[0]->kind == NODE_STRETCH && n->limits == LIMITS_ALWAYS)
        return set_label(s, n, base, how);
    return set_beside(s, n, base, how);
}
