/*
 * What the model knows of the page at the end. Included by ui_priv.h.
 */
#ifndef ROPEWALK_UI_END_STATE_H
#define ROPEWALK_UI_END_STATE_H

struct end_page {
    bool sitting;  /* the end of one, not of the lesson */
    int last_step; /* up to this step it was asked what is left */
    bool left;     /* the learner went from it to what is left, at `went` */
    bool whole;    /* that is a step, not a question */
    bool direct;   /* in lines: the lesson was opened alone */
    struct place went;
    int scroll;
    bool scrolls;
};

#endif
