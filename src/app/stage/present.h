/*
 * A lesson before a class, and the notes of its speaker in another terminal.
 */
#ifndef ROPEWALK_APP_STAGE_PRESENT_H
#define ROPEWALK_APP_STAGE_PRESENT_H

#include "app/session.h"

/* After every event: moves that notes asked for are made, notes are told where the
 * presentation is, and the place is kept. */
void present_turn(struct session *s, struct terminal *t);

#endif
