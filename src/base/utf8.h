/*
 * UTF-8 and the width of characters in terminal cells.
 */
#ifndef ROPEWALK_BASE_UTF8_H
#define ROPEWALK_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UTF8_BAD = 0xFFFD };

/* Read one code point of s (len bytes, len > 0) and store how many bytes it took (at
 * least 1). Bytes that are no strict UTF-8 give UTF8_BAD, one byte at a time. */
uint32_t utf8_decode(const char *s, size_t len, size_t *bytes);

/* Write c as 1 to 4 bytes; returns how many. No NUL is added. */
int utf8_encode(char out[4], uint32_t c);

/* Cells of one code point: 0 (combining), 1 or 2; 1 for what has no width of its own.
 * From a table of our own, so that the answer does not depend on the locale. */
int utf8_cell_width(uint32_t c);

/* Cells of a NUL-terminated string. */
int utf8_width(const char *s);

/* The byte offset of character `chars` (from 0) in s; len when there are fewer. */
size_t utf8_offset(const char *s, size_t len, int chars);

/* How many code points the first `bytes` bytes of s are. */
int utf8_chars(const char *s, size_t bytes);

/* How many bytes of s (NUL-terminated) fit into `cells` cells. */
size_t utf8_fit(const char *s, int cells);

#endif
