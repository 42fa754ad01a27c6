/*
 * What the model knows of guesses that are drawn and of lessons that parts of figures
 * opened. Included by ui_priv.h.
 */
#ifndef ROPEWALK_UI_LOOK_STATE_H
#define ROPEWALK_UI_LOOK_STATE_H

#include "figure/figure.h"

/* A guess that is drawn. */
struct sketch {
    struct figure_sketch line;
    bool started; /* it has heights on the axes of its figure */
    bool touched; /* by the learner */
    int typed;    /* line mode: heights so far, when they are typed one by one */
};

/* The lessons from whose figures others were opened (look/visit.c). */
struct visits {
    struct visit *top, *going; /* going: its part was opened and is not here yet */
    bool back;                 /* top is on its way back */
    bool again;                /* the lesson that is open is read again */
};

#endif
