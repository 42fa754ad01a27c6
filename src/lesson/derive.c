/* ```derive blocks: read by room proof, with what a lesson adds. */
#include <string.h>

#include "lesson/lesson_priv.h"

static void
check_name(struct reader *r, const struct derivation *d, struct pos fence)
{
    if (!d->named)
        errs_at(r->arena, r->errs, fence, ERR_DERIVE_FORM,
                "'theorem NAME' is missing as the first line of this block");
    else if (*d->name && id_check(r, d->name, pos_after(d->at, "theorem ", 8)))
        lesson_note_name(r, "theorem", d->name, d->at);
}

/* Another block of an axiom's name is more of the same family. */
static void
check_axiom(struct reader *r, const struct derivation *d)
{
    if (*d->name)
        id_check(r, d->name, pos_after(d->at, "axiom ", 6));
}

static void
check_sentences(struct reader *r, const struct derivation *d)
{
    for (int i = 0; i < d->n_lines; i++)
        lesson_spans(r, d->scope, d->lines[i].say_text, d->lines[i].say_at);
}

static const struct derivation *
keep(struct reader *r, const struct derivation *d, struct pos fence)
{
    if (d->axiom)
        check_axiom(r, d);
    else
        check_name(r, d, fence);
    for (int i = 0; i < d->errs.n; i++)
        errs_add(r->arena, r->errs, &d->errs.at[i]);
    check_sentences(r, d);
    return d;
}

/* A block without a derivation. */
static const struct derivation *
nothing(struct reader *r, struct pos fence)
{
    struct derivation *d = ARENA_NEW(r->arena, struct derivation);

    *d = (struct derivation){
        .name = "", .scope = r->scope, .start_source = "", .at = fence};
    return d;
}

const struct derivation *
derivation_read(struct reader *r, const struct piece *p)
{
    struct pos inside, fence = source_line_pos(r->src, p->line);
    const char *text = block_text(r, p, &inside);
    struct derivations all =
        derivations_read(r->arena, r->scope, text, strlen(text), inside);

    if (all.error)
        errs_add(r->arena, r->errs, all.error);
    for (int i = 0; i < all.n; i++) {
        keep(r, &all.at[i], fence);
        if (i > 0)
            errs_at(r->arena, r->errs, all.at[i].at, ERR_DERIVE_FORM,
                    "a block holds one theorem; begin a new block");
    }
    if (all.n)
        return &all.at[0];
    errs_at(r->arena, r->errs, fence, ERR_DERIVE_FORM,
            "'theorem NAME' is missing as the first line of this block");
    return nothing(r, fence);
}
