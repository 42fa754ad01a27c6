/* The derivations of a lesson as one text. */
#ifndef ROPEWALK_TESTS_SPEC_BLOCKS_H
#define ROPEWALK_TESTS_SPEC_BLOCKS_H

#include <stdbool.h>
#include <string.h>

/* Leave only the inside of derive blocks, in place. */
static inline void
keep_blocks(char *text)
{
    bool inside = false;
    char *out = text;

    for (char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        bool fence = strncmp(line, "```", 3) == 0;

        if (inside && !fence) {
            memmove(out, line, n + 1);
            out += n + 1;
        }
        if (fence)
            inside = !inside && strncmp(line, "```derive", 9) == 0;
        line += n + (line[n] == '\n');
    }
    *out = '\0';
}

#endif
