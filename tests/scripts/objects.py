#!/usr/bin/env python3
"""What is in the compiled rooms: pure rooms ask the system for nothing, and no room keeps
objects that can change.

usage: objects.py SRC BUILD
"""

import os
import re
import subprocess
import sys

from tap import Tap

EDGES = ("store", "term", "app")
# Functions that read or change the world, or print. Fortified names (__printf_chk) count.
IMPURE = re.compile(
    "^_*(f?printf|vf?printf|dprintf|puts|fputs|fputc|putc|putchar|fwrite|perror|fopen|fopen64|fdopen|freopen"
    "|fread|fgets|fgetc|getc|getline|getdelim|scanf|fscanf|tmpfile|remove|rename|open|open64|openat|read|write"
    "|pread|pwrite|close|stat|fstat|lstat|opendir|readdir|mkdir|unlink|mmap|socket|connect|time|clock|ftime"
    "|clock_gettime|gettimeofday|localtime|localtime_r|gmtime|mktime|strftime|nanosleep|sleep|usleep|rand|srand"
    "|rand_r|random|srandom|drand48|arc4random|getrandom|getentropy|getenv|secure_getenv|setenv|putenv|unsetenv"
    "|environ|setlocale|localeconv|newlocale|uselocale|nl_langinfo|system|popen|fork|vfork|exec[lv]p?e?|posix_spawn"
    "|kill|raise|signal|sigaction|sigprocmask|exit|_?Exit|atexit|isatty|tcgetattr|ioctl|getpid|getuid|gethostname"
    "|stdin|stdout|stderr|json_load_file|json_dump_file|json_dumpf|json_loadf)(_chk|_unlocked|64)?$"
)
ALLOWED = {"base": {"memory.c.o": {"write", "_exit", "_Exit"}}}
# Signal handlers have no argument of their own; the end of memory gives the terminal back.
CHANGING = {"base": {"restore_terminal"}, "term": {"rescue"}}
CHANGING_SECTIONS = re.compile(r"^(\.data|\.bss|\.tdata|\.tbss|COMMON|\*COM\*)(\.(?!rel\.ro)|$)")


def objects_of(build, room):
    """The compiled files of a room: of its library, or of the program."""
    for folder, _, names in sorted(os.walk(os.path.join(build, "src", room))):
        for name in sorted(names):
            if name.endswith(".o"):
                yield os.path.join(folder, name)


def run(*args):
    return subprocess.run(args, check=True, capture_output=True, text=True).stdout


def impure(paths, room):
    allowed = ALLOWED.get(room, {})
    for line in run("nm", "-u", "-A", *paths).splitlines():
        place, name = line.split(":")[0], line.split()[-1].split("@")[0]
        if IMPURE.match(name) and name not in allowed.get(os.path.basename(place), ()):
            yield "%s calls %s" % (os.path.basename(place), name)


def changing(paths, room):
    place = ""
    for line in run("objdump", "-t", *paths).splitlines():
        if ": " in line and "file format" in line:
            place = os.path.basename(line.split(":")[0])
        found = re.match(r"^[0-9a-f]+ (.{7}) (\S+)\s+([0-9a-f]+)\s+(?:\.hidden )?(\S+)$", line)
        if not found or found.group(1)[6] != "O" or not CHANGING_SECTIONS.match(found.group(2)):
            continue
        if found.group(4) not in CHANGING.get(room, ()):
            yield "%s can change %s" % (place, found.group(4))


def global_names(paths):
    """What the files of a room define for all others to see."""
    names = set()
    for line in run("nm", "-g", "--defined-only", *paths).splitlines():
        words = line.split()
        if len(words) == 3 and not words[2].startswith("__"):
            names.add(words[2])
    return names


def main():
    src, build = sys.argv[1:3]
    tap = Tap()
    owner, twice = {}, []
    for room in sorted(os.listdir(src)):
        if not os.path.exists(os.path.join(src, room, "meson.build")):
            continue
        paths = list(objects_of(build, room))
        if not tap.result(paths, "%s is compiled" % room, "no objects of %s" % room):
            continue
        if "__asan" in run("nm", paths[0]):
            tap.skip("objects of %s" % room, "a sanitizer adds its own")
            continue
        if room not in EDGES:
            problems = list(impure(paths, room))
            tap.result(not problems, "%s is pure" % room, "\n".join(problems))
        for name in sorted(global_names(paths)):
            if owner.setdefault(name, room) != room:
                twice.append("%s is defined by %s and by %s" % (name, owner[name], room))
        problems = list(changing(paths, room))
        tap.result(not problems, "%s keeps nothing" % room, "\n".join(problems))
    tap.result(not twice, "each name is one room's", "\n".join(twice))
    tap.exit()


if __name__ == "__main__":
    main()
