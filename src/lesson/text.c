#include "lesson/text.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "lesson/lesson.h"

static struct pos
raw_pos(const char *file, const char *text, size_t offset)
{
    return pos_after((struct pos){file, 1, 1}, text, offset);
}

/* The offset of the first byte that is no text; len when there is none. */
static size_t
first_bad_byte(const char *text, size_t len)
{
    size_t i = 0, n;

    for (; i < len; i += n)
        if (!text[i] || (utf8_decode(text + i, len - i, &n) == UTF8_BAD && n == 1))
            break;
    return i < len ? i : len;
}

static bool
check_bytes(struct arena *a, const char *text, size_t len, const char *file,
            struct errs *errs)
{
    size_t bad;

    if (len > LESSON_TEXT_MAX)
        return errs_at(a, errs, (struct pos){file, 0, 0}, ERR_LESSON_TOO_LARGE,
                       "the file has %zu bytes; a lesson has at most %d", len,
                       LESSON_TEXT_MAX);
    bad = first_bad_byte(text, len);
    if (bad < len)
        return errs_at(a, errs, raw_pos(file, text, bad), ERR_LESSON_BYTES,
                       text[bad]
                           ? "the byte 0x%02X is not UTF-8 text; save the file as UTF-8"
                           : "the byte 0x%02X cannot stand in a text",
                       (unsigned)(unsigned char)text[bad]);
    return true;
}

/* Copy with '\n' for every line end and without a byte order mark. */
static void
copy_text(struct arena *a, const char *text, size_t len, struct source *out)
{
    char *copy = arena_alloc(a, len + 1, 1);
    size_t n = 0;

    for (size_t i = len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0; i < len; i++) {
        if (text[i] == '\r' && i + 1 < len && text[i + 1] == '\n')
            continue;
        copy[n++] = text[i];
        if (text[i] == '\r')
            copy[n - 1] = '\n';
    }
    out->text = copy;
    out->len = n;
}

static void
find_lines(struct arena *a, struct source *s)
{
    size_t *line;
    int n = 1;

    for (size_t i = 0; i < s->len; i++)
        n += s->text[i] == '\n' && i + 1 < s->len;
    line = ARENA_ARRAY(a, size_t, n + 1);
    n = 0;
    for (size_t i = 0; i < s->len; i++)
        if (i == 0 || s->text[i - 1] == '\n')
            line[n++] = i;
    line[n] = s->len;
    s->line = line;
    s->n_lines = n;
}

static void
check_lengths(struct arena *a, const struct source *s, struct errs *errs)
{
    size_t run = 0;

    for (int i = 0; i < s->n_lines; i++) {
        size_t len = s->line[i + 1] - s->line[i], before = run;

        run = line_is_blank(s, i) ? 0 : run + len;
        if (len > SOURCE_LINE_MAX)
            errs_at(a, errs, source_line_pos(s, i), ERR_LESSON_TOO_LARGE,
                    "this line has more than %d bytes; break it", SOURCE_LINE_MAX);
        else if (run > SOURCE_RUN_MAX && before <= SOURCE_RUN_MAX)
            errs_at(a, errs, source_line_pos(s, i), ERR_LESSON_TOO_LARGE,
                    "more than %d bytes without an empty line; put one in",
                    SOURCE_RUN_MAX);
    }
}

bool
source_open(struct arena *a, const char *text, size_t len, const char *file,
            struct source *out, struct errs *errs)
{
    int before = errs->n;

    *out = (struct source){.file = arena_strdup(a, file)};
    if (!check_bytes(a, text, len, out->file, errs))
        return false;
    copy_text(a, text, len, out);
    find_lines(a, out);
    check_lengths(a, out, errs);
    return errs->n == before;
}

int
source_line(const struct source *s, size_t offset)
{
    int low = 0, high = s->n_lines;

    while (high - low > 1) {
        int middle = low + (high - low) / 2;

        if (s->line[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct pos
source_line_pos(const struct source *s, int line)
{
    return (struct pos){s->file, line + 1, 1};
}

struct pos
source_pos(const struct source *s, size_t offset)
{
    int line = source_line(s, offset);

    return pos_after(source_line_pos(s, line), s->text + s->line[line],
                     offset - s->line[line]);
}

bool
text_has(const char *text, size_t len, const char *p)
{
    uintptr_t at = (uintptr_t)p, start = (uintptr_t)text;

    return at >= start && at < start + len;
}

char *
source_lines(struct arena *a, const struct source *s, int from, int to)
{
    size_t start = s->line[from], end = s->line[to];

    if (end > start && s->text[end - 1] == '\n')
        end--;
    return arena_strndup(a, s->text + start, end - start);
}

/* ---- what a line looks like -------------------------------------------------------- */

/* The end of a line without its line break and blanks. */
static size_t
line_end(const struct source *s, int line)
{
    size_t end = s->line[line + 1];

    while (end > s->line[line] && strchr(" \t\n", s->text[end - 1]))
        end--;
    return end;
}

/* Behind at most three blanks; the line's end when there are more. */
static size_t
line_start(const struct source *s, int line)
{
    size_t end = line_end(s, line), i = s->line[line];
    int blanks = 0;

    while (i < end && s->text[i] == ' ' && blanks < 4) {
        blanks++;
        i++;
    }
    return blanks < 4 && i < end && s->text[i] != '\t' ? i : end;
}

bool
line_is_blank(const struct source *s, int line)
{
    return line_end(s, line) == s->line[line];
}

/* How often c stands in the line; -1 when anything else but blanks does. */
static int
count_only(const struct source *s, int line, char c)
{
    size_t end = line_end(s, line);
    int n = 0;

    for (size_t i = line_start(s, line); i < end; i++) {
        if (s->text[i] == c)
            n++;
        else if (s->text[i] != ' ' && s->text[i] != '\t')
            return -1;
    }
    return n;
}

bool
line_is_rule(const struct source *s, int line)
{
    return count_only(s, line, '-') >= 3 || count_only(s, line, '*') >= 3 ||
           count_only(s, line, '_') >= 3;
}

bool
line_is_heading(const struct source *s, int line)
{
    size_t i = line_start(s, line), end = line_end(s, line), first = i;

    while (i < end && s->text[i] == '#')
        i++;
    return i > first && i - first <= 6 && (i == end || strchr(" \t", s->text[i]));
}

bool
line_is_underline(const struct source *s, int line)
{
    return count_only(s, line, '-') >= 1 || count_only(s, line, '=') >= 1;
}

int
line_fence(const struct source *s, int line, char *fence, bool *close)
{
    size_t i = line_start(s, line), end = line_end(s, line), first = i;

    if (i == end || !strchr("`~", s->text[i]))
        return 0;
    *fence = s->text[i];
    while (i < end && s->text[i] == *fence)
        i++;
    *close = i == end;
    return i - first >= 3 ? (int)(i - first) : 0;
}
