#include <math.h>
#include <string.h>

#include "figure/ink/frame.h"

enum {
    STRIP_LEFT = 8,   /* columns for the strip's name */
    STRIP_WIDE = 60,  /* from here on the strip leaves a margin on the right */
    STRIP_RIGHT = 7,  /* that margin */
    SWITCH_PITCH = 3, /* columns between the places of a switch */
    BAR_LEAST = 4,
    GROOVE_LEAST = 10, /* columns of a groove that stay when words stand behind it */
};

/* ---- strip ------------------------------------------------------------------------ */

bool
figure_has_strip(const struct figure *f)
{
    return f->strip.name != NULL;
}

const char *
figure_strip_name(const struct figure *f)
{
    return f->strip.name ? f->strip.name : "";
}

static double
strip_at(struct arena *a, const struct figure *f, const double *values)
{
    struct moment m;

    moment_init(&m, a, f, values);
    return moment_real(&m, f->strip.term);
}

double
figure_strip_value(const struct figure *f, const struct figure_state *s)
{
    struct arena *a;
    double v;

    if (!f->strip.name)
        return NAN;
    a = arena_new();
    v = strip_at(a, f, s->value);
    arena_free(a);
    return v;
}

char *
strip_text(struct arena *a, const struct figure *f, double v)
{
    const char *unit = f->strip.unit;
    char *number = number_fixed(a, v, f->strip.places);

    return *unit && !isnan(v) ? arena_printf(a, "%s %s", number, unit) : number;
}

/* The only slider that was moved; -1 when several or none were. */
static int
moved_slider(const struct figure *f, const struct figure_state *s)
{
    int moved = -1;

    for (int i = 0; i < f->n_sliders; i++) {
        if (s->value[i] == s->before[i])
            continue;
        if (moved >= 0)
            return -1;
        moved = i;
    }
    return moved;
}

/* The same for a value that is known. */
static const char *
was_text(struct arena *a, const struct figure *f, const struct figure_state *s,
         double was)
{
    struct figure_state before = *s;
    int moved = moved_slider(f, s);
    char *value = strip_text(a, f, was);

    memcpy(before.value, s->before, sizeof before.value);
    if (moved < 0)
        return arena_printf(a, "before it was %s", value);
    return arena_printf(a, "at %s = %s it was %s", f->shown[moved],
                        figure_slider_text(a, f, &before, moved), value);
}

const char *
strip_was(struct arena *a, const struct figure *f, const struct figure_state *s)
{
    return s->has_before ? was_text(a, f, s, strip_at(a, f, s->before)) : "";
}

/* The bar and its row of texts. */
struct bar {
    struct canvas *c;
    struct rect r;
    int left, right; /* its end columns */
    double low, high;
    double now, was; /* the strip's value; NaN without a before */
};

static int
bar_col(const struct bar *b, double v)
{
    double share = (v / 2 - b->low / 2) / (b->high / 2 - b->low / 2);

    share = fmin(fmax(share, 0), 1);
    return b->left + (int)nearbyint(share * (b->right - b->left));
}

static void
bar_mark(const struct bar *b, double v, enum style style, char c)
{
    if (!isnan(v))
        canvas_put(b->c, b->r, 0, bar_col(b, v), style, (unsigned char)c);
}

static void
draw_bar(const struct bar *b, const struct figure *f, const struct figure_state *s)
{
    bool unicode = b->c->alphabet == ALPHABET_UNICODE;

    canvas_text(b->c, b->r, 0, 0, STYLE_STRONG, f->strip.shown);
    for (int col = b->left; col <= b->right; col++)
        canvas_put(b->c, b->r, 0, col, STYLE_RULE, unicode ? 0x2500 : '-');
    canvas_put(b->c, b->r, 0, b->left, STYLE_RULE, unicode ? 0x251C : '|');
    canvas_put(b->c, b->r, 0, b->right, STYLE_RULE, unicode ? 0x2524 : '|');
    if (b->low < 0 && b->high > 0)
        bar_mark(b, 0, STYLE_RULE, '0');
    if (s->has_before)
        bar_mark(b, b->was, STYLE_BEFORE, ':');
    bar_mark(b, f->guess < 0 ? s->guess : NAN, STYLE_GUESS, '?');
    bar_mark(b, b->now, STYLE_FIRST, '#');
}

/* A text under the bar that would like to begin at `col`. */
struct under {
    const char *text;
    enum style style;
    int col, width;
};

/* Push the texts apart so that two blanks are between them, none left of the first or
 * right of the last, whose columns are fixed. False when they do not fit. */
static bool
spread(struct under *u, int n)
{
    for (int i = 1; i < n - 1; i++) {
        int least = u[i - 1].col + u[i - 1].width + 2;

        u[i].col = u[i].col < least ? least : u[i].col;
    }
    for (int i = n - 2; i > 0; i--) {
        int most = u[i + 1].col - 2 - u[i].width;

        u[i].col = u[i].col > most ? most : u[i].col;
    }
    return n < 2 || u[1].col >= u[0].col + u[0].width + (n > 2 ? 2 : 1);
}

static void
exchange(struct under *a, struct under *b)
{
    struct under kept = *a;

    *a = *b;
    *b = kept;
}

/* Low end, read-out and guess in the order of their columns, high end; the first of the
 * read-outs that fits is taken, and the guess is left out at last. */
static void
draw_under(struct arena *a, const struct bar *b, const struct figure *f,
           const struct figure_state *s)
{
    const char *value = strip_text(a, f, b->now);
    const char *was = s->has_before ? was_text(a, f, s, b->was) : "";
    const char *comma = *was ? ", " : "";
    const char *readouts[] = {arena_printf(a, "# now %s%s%s", value, comma, was),
                              arena_printf(a, "# now %s", value), value};
    const char *guess = s->guess_label ? s->guess_label : "your ?";
    bool guessed = !isnan(s->guess) && f->guess < 0;

    for (int try = 0; try < 6; try++) {
        bool with_guess = guessed && try < 3;
        double v = b->now;
        struct under u[4] = {
            {number_short(a,    b->low),     STYLE_DIM,                      b->left,       0},
            {readouts[try % 3], STYLE_PLAIN, isnan(v) ? b->left : bar_col(b, v),            0},
            {guess,             STYLE_GUESS, with_guess ? bar_col(b,         s->guess) : 0, 0},
            {number_short(a,    b->high),    STYLE_DIM,                      b->right,      0},
        };
        int n = with_guess ? 4 : 3;

        if (!with_guess)
            exchange(&u[2], &u[3]);
        else if (u[2].col < u[1].col)
            exchange(&u[1], &u[2]);
        for (int i = 0; i < n; i++)
            u[i].width = canvas_width(b->c->alphabet, u[i].text);
        if (u[n - 1].col + u[n - 1].width > b->r.cols)
            u[n - 1].col = b->r.cols - u[n - 1].width;
        if (!spread(u, n) && try < 5)
            continue;
        for (int i = 0; i < n; i++)
            canvas_text(b->c, b->r, 1, u[i].col, u[i].style, u[i].text);
        return;
    }
}

void
figure_draw_strip(const struct figure *f, const struct figure_state *s, struct canvas *c,
                  struct rect r)
{
    struct bar b = {
        .c = c, .r = r, .right = r.cols - 1, .low = f->strip.low, .high = f->strip.high};
    struct arena *a;

    if (!f->strip.name)
        return;
    a = arena_new();
    b.now = strip_at(a, f, s->value);
    b.was = s->has_before ? strip_at(a, f, s->before) : NAN;
    b.left = canvas_width(c->alphabet, f->strip.shown) + 1;
    if (r.cols >= STRIP_WIDE) {
        b.left = b.left < STRIP_LEFT ? STRIP_LEFT : b.left;
        b.right -= STRIP_RIGHT;
    }
    if (b.right - b.left >= BAR_LEAST)
        draw_bar(&b, f, s);
    if (r.rows > 1)
        draw_under(a, &b, f, s);
    arena_free(a);
}

/* ---- sliders ---------------------------------------------------------------------- */

/* The columns of a slider's line. */
struct groove {
    int name, left, right; /* the brackets are at left and right */
    int value;
    int about; /* what the slider is; 0 when there is no room for it */
};

static int
widest_name(const struct figure *f, enum alphabet alphabet)
{
    int widest = 1;

    for (int i = 0; i < f->n_sliders; i++) {
        int width = canvas_width(alphabet, f->shown[i]);

        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Columns for the values of all sliders that are numbers. */
static int
widest_value(struct arena *a, const struct figure *f)
{
    int widest = 1;

    for (int i = 0; i < f->n_sliders; i++) {
        const struct slider *s = &f->sliders[i];
        int low = (int)strlen(s->log ? "0.0123" : number_fixed(a, s->low, s->places));
        int high = (int)strlen(s->log ? number_short(a, s->high)
                                      : number_fixed(a, s->high, s->places));
        int width = s->labels ? 1 : low > high ? low : high;

        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Columns for what the sliders are, in words. */
static int
widest_about(const struct figure *f, enum alphabet alphabet)
{
    int widest = 0;

    for (int i = 0; i < f->n_sliders; i++) {
        int width = canvas_width(alphabet, f->sliders[i].about);

        widest = width > widest ? width : widest;
    }
    return widest;
}

static struct groove
groove_of(const struct figure *f, int i, enum alphabet alphabet, struct rect r)
{
    const struct slider *s = &f->sliders[i];
    struct arena *a = arena_new();
    struct groove g = {.name = 1};
    int about = widest_about(f, alphabet);

    g.left = g.name + widest_name(f, alphabet) + 1;
    g.right = r.cols - 3 - widest_value(a, f);
    if (about && g.right - g.left - about - 1 >= GROOVE_LEAST) {
        g.about = r.cols - about;
        g.right -= about + 1;
    }
    if (s->labels)
        g.right = g.left + SWITCH_PITCH * (int)(s->high - s->low) + 2;
    g.value = g.right + 3;
    arena_free(a);
    return g;
}

static int
knob_col(const struct groove *g, const struct slider *s, double v)
{
    double share = slider_share(s, v);

    return g->left + 1 + (int)nearbyint(share * (g->right - g->left - 2));
}

static void
draw_groove(struct canvas *c, struct rect r, int row, const struct groove *g,
            const struct slider *s, int knob)
{
    bool unicode = c->alphabet == ALPHABET_UNICODE;
    uint32_t done = unicode ? 0x2501 : '=', left = unicode ? 0x2500 : '-';

    canvas_put(c, r, row, g->left, STYLE_RULE, '[');
    for (int col = g->left + 1; col < g->right; col++) {
        bool place = s->labels && (col - g->left - 1) % SWITCH_PITCH == 0;
        uint32_t ch = place ? '+' : col < knob && !s->labels ? done : left;

        canvas_put(c, r, row, col, STYLE_RULE, ch);
    }
    canvas_put(c, r, row, g->right, STYLE_RULE, ']');
}

void
figure_draw_slider(const struct figure *f, const struct figure_state *s, int i,
                   bool focused, struct canvas *c, struct rect r, int row)
{
    const struct slider *slider = &f->sliders[i];
    enum style style = focused ? STYLE_FOCUS : STYLE_PLAIN;
    struct groove g = groove_of(f, i, c->alphabet, r);
    struct arena *a = arena_new();
    int knob = knob_col(&g, slider, s->value[i]), end;

    if (focused)
        canvas_put(c, r, row, 0, STYLE_FOCUS, '>');
    canvas_text(c, r, row, g.name, style, f->shown[i]);
    if (g.right - g.left > BAR_LEAST) {
        draw_groove(c, r, row, &g, slider, knob);
        if (f->guess == i && !isnan(s->guess))
            canvas_put(c, r, row, knob_col(&g, slider, s->guess), STYLE_GUESS, '?');
        canvas_put(c, r, row, knob, focused ? STYLE_FOCUS : STYLE_STRONG, 'o');
    } else {
        knob = g.value = g.left;
    }
    end = canvas_text(c, r, row, g.value, style, figure_slider_text(a, f, s, i));
    if (g.about && canvas_width(c->alphabet, slider->about) < r.cols - end)
        canvas_text(c, r, row, end < g.about ? g.about : end + 1, STYLE_DIM,
                    slider->about);
    if (focused)
        canvas_cursor(c, r, row, knob);
    arena_free(a);
}

double
figure_slider_at(const struct figure *f, int i, enum alphabet alphabet, struct rect r,
                 int col)
{
    const struct slider *s = &f->sliders[i];
    struct groove g = groove_of(f, i, alphabet, r);
    double share = (col - g.left - 1.0) / (g.right - g.left - 2);

    share = fmin(fmax(share, 0), 1);
    return s->log ? s->low * pow(s->high / s->low, share)
                  : s->low + share * (s->high - s->low);
}
