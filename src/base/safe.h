/*
 * The one sanitiser: the only way from outside bytes to a cell, a stream or an export.
 *
 * Applied after all decoding (entities, escapes). What it lets through: printable
 * characters and '\n'. A tab becomes a space. Bytes that are no UTF-8 become U+FFFD;
 * control characters (C0, DEL, C1), bidirectional controls, zero-width characters,
 * tags, line separators, private-use and noncharacter code points become a visible
 * <U+XXXX>; more than four combining marks on one character are dropped.
 */
#ifndef ROPEWALK_BASE_SAFE_H
#define ROPEWALK_BASE_SAFE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* The safe form of len bytes of s, in the arena. */
char *text_safe(struct arena *a, const char *s, size_t len);

/* The safe form of s on one line ('\n' becomes a space), cut to `size` bytes with its
 * NUL, never in the middle of a character. */
void text_safe_line(char *out, size_t size, const char *s);

/* Whether text_safe() would leave c as it is. */
bool text_is_safe(uint32_t c);

#endif
