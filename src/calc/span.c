/* What a computed span and the braces of a sentence hold: a term, and how many decimals
 * of its value are shown. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "calc/calc_priv.h"

bool
calc_span_cut(struct arena *a, const char *text, struct pos at, struct calc_span *out,
              struct err *e)
{
    const char *colon = strchr(text, ':'), *n, *behind;
    size_t len = colon ? (size_t)(colon - text) : strlen(text);

    while (len && isspace((unsigned char)text[len - 1]))
        len--;
    *out = (struct calc_span){.text = arena_strndup(a, text, len), .places = -1};
    if (!colon)
        return true;
    n = colon + 1;
    while (isspace((unsigned char)*n))
        n++;
    behind = n + strspn(n, "0123456789");
    out->places = (int)strtol(n, NULL, 10);
    if (behind > n && behind - n <= 2 && out->places <= SPAN_PLACES_MAX &&
        !behind[strspn(behind, " \t\n")])
        return true;
    return err_at(e, pos_after(at, text, (size_t)(n - text)), ERR_SPAN_PLACES,
                  "the number of decimals is a whole number from 0 to %d",
                  SPAN_PLACES_MAX);
}

bool
calc_span_read(struct arena *a, const struct scope *s, const char *text, struct pos at,
               struct calc_span *out, struct err *e)
{
    if (!calc_span_cut(a, text, at, out, e))
        return false;
    out->term = expr_parse(a, s, out->text, at, e);
    return out->term != NULL;
}

char *
calc_span_text(struct arena *a, const struct scope *s, const struct calc_span *shown,
               struct value v, int digits, bool ascii)
{
    return shown->places < 0 ? value_shown(a, s, shown->term, v, digits, ascii)
                             : value_fixed(a, v, shown->places);
}
