/* From Markdown to a tree, with md4c. */
#include <md4c.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "typeset/markdown/markdown.h"

/* The state between md4c's calls. Nested deeper than MD_DEPTH_MAX blocks are not opened:
 * what is in them goes into the innermost open one. */
struct reading {
    struct arena *arena;
    struct md_block *block;
    int depth;
    int strong, code, formula, image; /* open spans */
    bool display;
    bool protected;   /* formulas are hidden from md4c */
    struct buf piece; /* of a code span, a formula or a code block */
};

/* ---- blocks ------------------------------------------------------------------------ */

static struct md_block *
open_block(struct reading *r, enum md_kind kind)
{
    struct md_block *b = ARENA_NEW(r->arena, struct md_block);

    b->kind = kind;
    b->parent = r->block;
    if (r->block) {
        if (r->block->last)
            r->block->last->next = b;
        else
            r->block->first = b;
        r->block->last = b;
    }
    r->block = b;
    return b;
}

static bool
holds_text(const struct md_block *b)
{
    return b->kind == MD_PARAGRAPH || b->kind == MD_HEADING || b->kind == MD_CELL ||
           b->kind == MD_CODE_BLOCK;
}

/* md4c puts the text of a tight item directly into it: give it a paragraph. */
static void
need_text_block(struct reading *r)
{
    if (!holds_text(r->block))
        open_block(r, MD_PARAGRAPH);
}

static void
leave_implied(struct reading *r)
{
    if (r->block->kind == MD_PARAGRAPH && r->block->parent)
        r->block = r->block->parent;
}

/* Text of the source, formulas no longer hidden. */
static char *
source_text(struct reading *r, const char *s, size_t len)
{
    char *text = arena_strndup(r->arena, s, len);

    if (r->protected)
        unprotect(text);
    return text;
}

static const char *
attribute_text(struct reading *r, const MD_ATTRIBUTE *a)
{
    return a->text ? source_text(r, a->text, a->size) : "";
}

static void
describe(struct reading *r, struct md_block *b, MD_BLOCKTYPE type, void *detail)
{
    switch (type) {
    case MD_BLOCK_H:
        b->number = (int)((MD_BLOCK_H_DETAIL *)detail)->level;
        break;
    case MD_BLOCK_UL:
        b->tight = ((MD_BLOCK_UL_DETAIL *)detail)->is_tight;
        break;
    case MD_BLOCK_OL:
        b->ordered = true;
        b->number = (int)((MD_BLOCK_OL_DETAIL *)detail)->start;
        b->tight = ((MD_BLOCK_OL_DETAIL *)detail)->is_tight;
        break;
    case MD_BLOCK_LI:
        if (((MD_BLOCK_LI_DETAIL *)detail)->is_task)
            b->task = ((MD_BLOCK_LI_DETAIL *)detail)->task_mark;
        break;
    case MD_BLOCK_CODE:
        b->info = attribute_text(r, &((MD_BLOCK_CODE_DETAIL *)detail)->lang);
        buf_init(&r->piece, r->arena);
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        b->header = type == MD_BLOCK_TH;
        b->place = ((MD_BLOCK_TD_DETAIL *)detail)->align == MD_ALIGN_RIGHT    ? MD_RIGHT
                   : ((MD_BLOCK_TD_DETAIL *)detail)->align == MD_ALIGN_CENTER ? MD_CENTRE
                                                                              : MD_LEFT;
        break;
    default:
        break;
    }
}

static const enum md_kind kinds[] = {
    [MD_BLOCK_DOC] = MD_DOCUMENT,     [MD_BLOCK_QUOTE] = MD_QUOTE,
    [MD_BLOCK_UL] = MD_LIST,          [MD_BLOCK_OL] = MD_LIST,
    [MD_BLOCK_LI] = MD_ITEM,          [MD_BLOCK_HR] = MD_RULE,
    [MD_BLOCK_H] = MD_HEADING,        [MD_BLOCK_CODE] = MD_CODE_BLOCK,
    [MD_BLOCK_HTML] = MD_PARAGRAPH,   [MD_BLOCK_P] = MD_PARAGRAPH,
    [MD_BLOCK_TABLE] = MD_TABLE,      [MD_BLOCK_THEAD] = MD_KIND_COUNT,
    [MD_BLOCK_TBODY] = MD_KIND_COUNT, [MD_BLOCK_TR] = MD_ROW,
    [MD_BLOCK_TH] = MD_CELL,          [MD_BLOCK_TD] = MD_CELL,
};

static bool
is_nest(MD_BLOCKTYPE type)
{
    return type == MD_BLOCK_QUOTE || type == MD_BLOCK_UL || type == MD_BLOCK_OL ||
           type == MD_BLOCK_LI;
}

static int
enter_block(MD_BLOCKTYPE type, void *detail, void *user)
{
    struct reading *r = user;
    struct md_block *b;

    if (r->block)
        leave_implied(r);
    if (is_nest(type) && r->depth++ >= MD_DEPTH_MAX)
        return 0;
    if (kinds[type] == MD_KIND_COUNT)
        return 0;
    b = open_block(r, kinds[type]);
    describe(r, b, type, detail);
    return 0;
}

/* "# Title {#id core}": what is in the braces is not for readers. */
static void
cut_attributes(struct reading *r, struct md_block *heading)
{
    struct md_run *last = heading->last_run;
    const char *open = last && last->kind == RUN_TEXT ? strrchr(last->text, '{') : NULL;

    if (!open || open[1] != '#' || last->text[strlen(last->text) - 1] != '}')
        return;
    while (open > last->text && open[-1] == ' ')
        open--;
    last->text = arena_strndup(r->arena, last->text, (size_t)(open - last->text));
}

static int
leave_block(MD_BLOCKTYPE type, void *detail, void *user)
{
    struct reading *r = user;

    (void)detail;
    if (type != MD_BLOCK_P && type != MD_BLOCK_HTML)
        leave_implied(r);
    if (is_nest(type) && --r->depth >= MD_DEPTH_MAX)
        return 0;
    if (kinds[type] == MD_KIND_COUNT)
        return 0;
    if (type == MD_BLOCK_CODE)
        r->block->text = r->piece.s;
    if (type == MD_BLOCK_H)
        cut_attributes(r, r->block);
    if (r->block->parent)
        r->block = r->block->parent;
    return 0;
}

/* ---- runs -------------------------------------------------------------------------- */

static void
add_run(struct reading *r, enum md_run_kind kind, const char *text)
{
    struct md_run *run = ARENA_NEW(r->arena, struct md_run);

    need_text_block(r);
    run->kind = kind;
    run->text = text;
    run->style = kind == RUN_CODE ? STYLE_CODE : r->strong ? STYLE_STRONG : STYLE_PLAIN;
    if (r->block->last_run)
        r->block->last_run->next = run;
    else
        r->block->runs = run;
    r->block->last_run = run;
}

static int
enter_span(MD_SPANTYPE type, void *detail, void *user)
{
    struct reading *r = user;

    (void)detail;
    switch (type) {
    case MD_SPAN_EM:
    case MD_SPAN_STRONG:
        r->strong++;
        break;
    case MD_SPAN_IMG:
        if (!r->image++)
            add_run(r, RUN_TEXT, "[image: ");
        break;
    case MD_SPAN_DEL:
        add_run(r, RUN_TEXT, "~");
        break;
    case MD_SPAN_CODE:
        r->code++;
        buf_init(&r->piece, r->arena);
        break;
    case MD_SPAN_LATEXMATH:
    case MD_SPAN_LATEXMATH_DISPLAY:
        r->formula++;
        buf_init(&r->piece, r->arena);
        break;
    default:
        break;
    }
    return 0;
}

static void
leave_code(struct reading *r)
{
    const char *s = r->piece.s;

    r->code--;
    if (*s == '=')
        add_run(r, RUN_COMPUTED, s + 1 + strspn(s + 1, " \n"));
    else
        add_run(r, RUN_CODE, s);
}

/* "$5 and $6" is money: a formula has no blank at its ends. */
static void
leave_formula(struct reading *r, bool display)
{
    const char *s = r->piece.s;
    size_t n = r->piece.n;

    r->formula--;
    if (!display && (!n || s[0] == ' ' || s[n - 1] == ' '))
        add_run(r, RUN_TEXT, arena_printf(r->arena, "$%s$", s));
    else
        add_run(r, display ? RUN_DISPLAY : RUN_FORMULA, s);
}

static int
leave_span(MD_SPANTYPE type, void *detail, void *user)
{
    struct reading *r = user;

    (void)detail;
    switch (type) {
    case MD_SPAN_EM:
    case MD_SPAN_STRONG:
        r->strong--;
        break;
    case MD_SPAN_IMG:
        if (!--r->image)
            add_run(r, RUN_TEXT, "]");
        break;
    case MD_SPAN_DEL:
        add_run(r, RUN_TEXT, "~");
        break;
    case MD_SPAN_CODE:
        leave_code(r);
        break;
    case MD_SPAN_LATEXMATH:
    case MD_SPAN_LATEXMATH_DISPLAY:
        leave_formula(r, type == MD_SPAN_LATEXMATH_DISPLAY);
        break;
    default:
        break;
    }
    return 0;
}

/* ---- text -------------------------------------------------------------------------- */

static const struct {
    const char *name;
    const char *text;
} entities[] = {
#define ENTITY(name, text) {name, text},
#include "typeset/markdown/entities.def"
#undef ENTITY
};

static uint32_t
numeric_entity(const char *s)
{
    unsigned long c =
        s[2] == 'x' || s[2] == 'X' ? strtoul(s + 3, NULL, 16) : strtoul(s + 2, NULL, 10);

    if (!c || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return 0xFFFD;
    return (uint32_t)c;
}

/* The decoded form of "&name;"; an unknown name stays as it is. */
static const char *
decode_entity(struct reading *r, const char *s, size_t len)
{
    char *copy = arena_strndup(r->arena, s, len);
    struct buf b;

    if (len > 3 && copy[1] == '#') {
        buf_init(&b, r->arena);
        buf_char(&b, numeric_entity(copy));
        return b.s;
    }
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
        if (strlen(entities[i].name) + 2 == len &&
            memcmp(entities[i].name, s + 1, len - 2) == 0)
            return entities[i].text;
    return copy;
}

static const char *
decoded(struct reading *r, MD_TEXTTYPE type, const char *s, size_t len)
{
    switch (type) {
    case MD_TEXT_NULLCHAR:
        return "\xEF\xBF\xBD";
    case MD_TEXT_ENTITY:
        return decode_entity(r, s, len);
    case MD_TEXT_SOFTBR:
        return " ";
    default:
        return source_text(r, s, len);
    }
}

static int
take_text(MD_TEXTTYPE type, const MD_CHAR *s, MD_SIZE size, void *user)
{
    struct reading *r = user;

    if (r->code || r->formula || r->block->kind == MD_CODE_BLOCK) {
        buf_add(&r->piece, type == MD_TEXT_BR ? " " : decoded(r, type, s, size));
        return 0;
    }
    if (type == MD_TEXT_BR)
        add_run(r, RUN_BREAK, "");
    else
        add_run(r, RUN_TEXT, decoded(r, type, s, size));
    return 0;
}

struct md_block *
md_read(struct arena *a, const char *markdown)
{
    static const MD_PARSER parser = {
        .flags = MD_FLAG_TABLES | MD_FLAG_LATEXMATHSPANS | MD_FLAG_NOHTML |
                 MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = take_text,
    };
    struct reading r = {.arena = a};
    struct md_block *document;

    if (strlen(markdown) <= MARKDOWN_TEXT_MAX) {
        const char *text = protect_formulas(a, markdown);

        r.protected = text != markdown;
        if (md_parse(text, (MD_SIZE)strlen(text), &parser, &r) == 0 && r.block)
            return r.block;
    }
    r = (struct reading){.arena = a};
    document = open_block(&r, MD_DOCUMENT);
    add_run(&r, RUN_TEXT,
            arena_printf(a, "This text is longer than %d bytes and is not shown.",
                         MARKDOWN_TEXT_MAX));
    return document;
}
