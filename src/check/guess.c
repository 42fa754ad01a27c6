#include <string.h>

#include "check/check_priv.h"

static bool
is_set_for(const struct item *item, const char *figure)
{
    return item->kind == ITEM_ASK && item->ask->kind == ASK_SET &&
           !strcmp(item->ask->figure, figure);
}

/* Whether a `set` question of the step moves the figure: then the learner acts at once.
 */
static bool
is_acted_on(const struct step *s, const char *figure)
{
    for (int b = 0; b < s->n_beats; b++)
        for (int i = 0; i < s->beats[b].n; i++)
            if (is_set_for(&s->beats[b].items[i], figure))
                return true;
    return false;
}

static void
check_item(struct checker *c, const struct step *s, const struct item *item,
           bool *guessed)
{
    if (item->kind == ITEM_ASK && item->ask->predict)
        *guessed = true;
    if (item->kind != ITEM_FIGURE)
        return;
    if (!*guessed && !is_acted_on(s, item->figure->name))
        errs_at(c->arena, c->errs, item->figure->at, ERR_FIGURE_NO_GUESS,
                "a guess is missing before the figure '%s': write a predict block",
                item->figure->name);
    *guessed = false; /* each figure has its own */
}

void
check_guesses(struct checker *c)
{
    bool guessed = false;

    for (int s = 0; s < c->lesson->n_steps; s++)
        for (int b = 0; b < c->lesson->steps[s].n_beats; b++)
            for (int i = 0; i < c->lesson->steps[s].beats[b].n; i++)
                check_item(c, &c->lesson->steps[s],
                           &c->lesson->steps[s].beats[b].items[i], &guessed);
}
