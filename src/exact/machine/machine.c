#include "exact/machine/machine.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/chance/world.h"
#include "exact/machine/body.h"
#include "exact/machine/ops.h"

enum { PREC_ANY = -1 };

/* ---- registers --------------------------------------------------------------------- */

void
machine_init(struct machine *m, const struct program *p)
{
    *m = (struct machine){.program = p};
    m->world = p->chance ? world_new(p->chance) : NULL;
    machine_grow(m);
}

void
machine_fini(struct machine *m)
{
    for (int i = 0; i < m->n_regs; i++)
        balls_fini(&m->reg[i]);
    for (int i = 0; i < m->n_slots; i++)
        balls_fini(&m->slot[i]);
    world_free(m->world);
    free(m->reg);
    free(m->reg_time);
    free(m->reg_prec);
    free(m->reg_items);
    for (int i = 0; i < m->n_inner; i++)
        balls_fini(&m->inner[i]);
    free(m->slot);
    free(m->slot_time);
    free(m->inner);
    free(m->inner_time);
}

static struct balls *
grow_balls(struct balls *v, int old, int n)
{
    v = xrealloc(v, (size_t)(n + 1) * sizeof *v);
    for (int i = old; i < n; i++)
        balls_init(&v[i]);
    return v;
}

static long *
grow_times(long *time, int old, int n)
{
    time = xrealloc(time, (size_t)(n + 1) * sizeof *time);
    for (int i = old; i < n; i++)
        time[i] = 0;
    return time;
}

void
machine_grow(struct machine *m)
{
    int n = m->program->n, slots = m->program->n_slots;

    m->reg = grow_balls(m->reg, m->n_regs, n);
    m->reg_time = grow_times(m->reg_time, m->n_regs, n);
    m->reg_prec = xrealloc(m->reg_prec, (size_t)(n + 1) * sizeof *m->reg_prec);
    for (int i = m->n_regs; i < n; i++)
        m->reg_prec[i] = 0;
    m->reg_items = grow_times(m->reg_items, m->n_regs, n);
    m->n_regs = n;
    m->slot = grow_balls(m->slot, m->n_slots, slots);
    m->slot_time = grow_times(m->slot_time, m->n_slots, slots);
    m->n_slots = slots;
    m->inner = grow_balls(m->inner, m->n_inner, m->program->n_inner);
    m->inner_time = grow_times(m->inner_time, m->n_inner, m->program->n_inner);
    m->n_inner = m->program->n_inner;
}

struct balls *
machine_slot(struct machine *m, int slot)
{
    m->slot_time[slot] = ++m->now;
    return &m->slot[slot];
}

struct balls *
machine_inner(struct machine *m, int inner)
{
    m->inner_time[inner] = ++m->now;
    return &m->inner[inner];
}

/* ---- running ----------------------------------------------------------------------- */

/* Exact values come from exact ones, and hold for every precision. */
static bool
is_exact(const struct balls *v)
{
    for (int i = 0; i < v->rows * v->cols; i++)
        if (!v->at[i].exact)
            return false;
    return v->state == DEFINED;
}

bool
machine_is_precise(const struct machine *m, int node)
{
    return m->reg_prec[node] == m->prec || m->reg_prec[node] == PREC_ANY;
}

static bool
is_stale(const struct machine *m, const struct node *n, int i)
{
    if (!machine_is_precise(m, i))
        return true;
    if (n->inner >= 0)
        return m->inner_time[n->inner] > m->reg_time[i];
    if (n->op == TERM_NAME)
        return m->slot_time[n->slot] > m->reg_time[i];
    if (m->chance_time > m->reg_time[i] &&
        (n->body || n->limit || program_is_average(n->op)))
        return true;
    for (int k = 0; k < n->n; k++)
        if (m->reg_time[n->arg[k]] > m->reg_time[i])
            return true;
    return false;
}

static void
run_node(struct machine *m, const struct node *n, int i)
{
    struct balls *r = &m->reg[i];
    enum state state = DEFINED;

    for (int k = 0; k < n->strict; k++) {
        const struct balls *a = &m->reg[n->arg[k]];

        if (a->state == UNDEFINED || (a->state == UNKNOWN && state == DEFINED)) {
            state = a->state;
            r->cause = a->cause;
        }
        if (state == UNDEFINED)
            break;
    }
    if (state == DEFINED) {
        r->cause = i;
        state = ops_find(n)(m, n, r);
        m->spent += m->prec / 64 + 1;
    }
    r->state = state;
    m->reg_prec[i] = is_exact(r) ? PREC_ANY : m->prec;
    m->reg_time[i] = ++m->now;
}

enum state
machine_stop(struct machine *m)
{
    m->exhausted = m->stopped = true;
    return UNKNOWN;
}

bool
machine_afford(struct machine *m, long entries, long work)
{
    m->work += work;
    m->spent += work * (m->prec / 64 + 1);
    if (m->work <= WORK_MAX && entries <= ENTRIES_MAX)
        return true;
    machine_stop(m);
    return false;
}

static void
run_cone(struct machine *m, struct cone cone)
{
    for (int k = 0; k < cone.n; k++) {
        int i = cone.node[k];

        if (is_stale(m, &m->program->node[i], i))
            run_node(m, &m->program->node[i], i);
    }
}

void
machine_run(struct machine *m, struct cone cone, slong prec)
{
    m->prec = prec;
    m->work = 0;
    m->stopped = false;
    run_cone(m, cone);
}

bool
machine_body(struct machine *m, const struct body *b)
{
    if (m->stopped || !machine_afford(m, 0, b->cone.n))
        return false;
    run_cone(m, b->cone);
    return !m->stopped;
}
