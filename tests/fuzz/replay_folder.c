/* Runs a fuzz target on each file of its corpus: a test where there is no fuzzer. */
#include <dirent.h>
#include <stdio.h>

#include "fuzz/fuzz.h"

enum { INPUT_MAX = 1 << 17 };

static void
run_file(const char *folder, const char *name)
{
    static uint8_t data[INPUT_MAX];
    char path[4096];
    FILE *f;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    f = fopen(path, "rb");
    if (!f)
        abort();
    LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, f));
    fclose(f);
}

int
main(int argc, char **argv)
{
    DIR *folder = argc > 1 ? opendir(argv[1]) : NULL;
    struct dirent *entry;
    int n = 0;

    if (!folder)
        return 1;
    while ((entry = readdir(folder)))
        if (entry->d_name[0] != '.') {
            run_file(argv[1], entry->d_name);
            n++;
        }
    closedir(folder);
    printf("%d inputs\n", n);
    return n == 0;
}
