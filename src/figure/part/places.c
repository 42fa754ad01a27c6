#include "figure/part/part.h"

/* How far q lies from p in the direction of an arrow; negative when it does not. Places
 * beside the way count as further off. */
static int
way_to(const struct rect *p, const struct rect *q, enum key arrow)
{
    int right = 2 * (q->col - p->col) + q->cols - p->cols;
    int down = 2 * (2 * (q->row - p->row) + q->rows - p->rows);
    bool level = arrow == KEY_ARROW_LEFT || arrow == KEY_ARROW_RIGHT;
    int along = level ? right : down, across = level ? down : right;

    if (arrow == KEY_ARROW_LEFT || arrow == KEY_ARROW_UP)
        along = -along;
    return along <= 0 ? -1 : along + 4 * (across < 0 ? -across : across);
}

int
figure_place_next(const struct figure_places *p, int from, enum key arrow)
{
    bool forward = arrow == KEY_ARROW_RIGHT || arrow == KEY_ARROW_DOWN;
    int best = -1, nearest = 0;

    if (p->n == 0)
        return -1;
    if (from < 0 || from >= p->n)
        return 0;
    for (int i = 0; i < p->n; i++) {
        int way = p->at[i].rect.rows && p->at[from].rect.rows
                      ? way_to(&p->at[from].rect, &p->at[i].rect, arrow)
                      : -1;

        if (way >= 0 && (best < 0 || way < nearest)) {
            best = i;
            nearest = way;
        }
    }
    if (best >= 0)
        return best;
    /* At the edge of what is seen: on to the next one of the list, which then is. */
    best = from + (forward ? p->across : -p->across);
    if (arrow == KEY_ARROW_LEFT || arrow == KEY_ARROW_RIGHT)
        best = p->across > 1 &&
                       (forward ? (from + 1) % p->across == 0 : from % p->across == 0)
                   ? from
                   : from + (forward ? 1 : -1);
    return best >= 0 && best < p->n && !p->at[best].rect.rows ? best : from;
}
