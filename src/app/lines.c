#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/session.h"
#include "base/safe.h"
#include "base/utf8.h"

enum { LINE_MAX_BYTES = 65536, COLS_MAX = 80, COLS_MIN = 20 };

/* How wide lines may be: 80 columns of a terminal, or what it has; 0: they stay whole,
 * for files, pipes and readers that break them as they like. */
static int
line_cols(void)
{
    struct winsize w;

    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) != 0 ||
        w.ws_col < COLS_MIN)
        return 0;
    return w.ws_col < COLS_MAX ? w.ws_col : COLS_MAX;
}

/* Where the first row of a line of n bytes ends: behind a blank, where there is one. */
static size_t
row_end(const char *line, size_t n, int cols)
{
    size_t fits = utf8_fit(line, cols), end;

    if (fits >= n)
        return n;
    for (end = fits + 1; end > 0 && line[end - 1] != ' '; end--)
        continue;
    return end > 0 && line[strspn(line, " ")] && end > strspn(line, " ") ? end : fits;
}

/* Terminals break rows anywhere: words stay whole here. */
static void
say_wrapped(const char *text)
{
    int cols = line_cols();

    while (cols && *text) {
        size_t n = strcspn(text, "\n"), end = row_end(text, n, cols);
        size_t shown = end;

        while (end < n && shown > 0 && text[shown - 1] == ' ')
            shown--;
        if (end < n)
            say("%.*s\n", (int)shown, text);
        else
            say("%.*s%s", (int)n, text, text[n] ? "\n" : "");
        text += end < n ? end : n + (text[n] == '\n');
    }
    if (!cols)
        say("%s", text);
}

/* Print what is new. */
static void
print_news(struct session *s)
{
    struct arena *a = arena_new();

    session_effects(s);
    say_wrapped(ui_line_view(a, s->model));
    arena_free(a);
}

/* One line without its end, a bad byte in it made harmless by those who read it; what is
 * longer than LINE_MAX_BYTES is dropped. false at the end of input. */
static bool
read_line(char *line)
{
    size_t n = 0;
    int c = getc(stdin);

    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n'; c = getc(stdin))
        if (n < LINE_MAX_BYTES)
            line[n++] = (char)(c == '\0' ? '?' : c);
    if (n > 0 && line[n - 1] == '\r')
        n--;
    line[n] = '\0';
    return true;
}

/* What was typed, where no terminal has shown it: so that the output reads as a whole. */
static void
echo(const char *line)
{
    struct arena *a = arena_new();

    say("%s\n", text_safe(a, line, strlen(line)));
    arena_free(a);
}

void
walk_lines(struct session *s, const char *id, const char *step)
{
    char *line = arena_alloc(s->app->arena, LINE_MAX_BYTES + 1, 1);
    bool typed = isatty(STDIN_FILENO);

    session_start(s, NULL);
    if (id)
        session_load(s, id, step);
    else
        session_send(s, &(struct ui_event){.kind = UI_OPEN_HOME});
    print_news(s);
    while (!s->over) {
        say_wrapped(ui_line_prompt(s->model));
        if (fflush(stdout) != 0 || !read_line(line))
            break;
        if (!typed)
            echo(line);
        session_send(s, &(struct ui_event){.kind = UI_TICK, .ms = store_monotonic_ms()});
        if (!s->over)
            ui_line_input(s->model, line);
        session_effects(s);
        session_reread(s);
        print_news(s);
    }
    if (!s->over) {
        ui_line_end(s->model);
        session_effects(s);
        say("\nThe input has ended.%s\n",
            store_saving(s->store) ? " Your place is kept." : "");
        print_news(s);
    }
}
