/*
 * The peer of the start-up benchmark: a program that links every library of ropewalk and
 * does nothing. What it costs is the loader's, not ours.
 */
#include <stdio.h>

int
main(void)
{
    puts("ready");
    fflush(stdout);
    return getchar() == EOF;
}
