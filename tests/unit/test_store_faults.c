#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "unit/faulty_vfs.h"
#include "unit/store_place.h"

#include <sys/resource.h>

/* ---- what does not work: learning goes on ---------------------------------------- */

/* Nothing is saved, one sentence says so, nothing is lost while the program runs. */
static void
assert_in_memory(struct place *p, enum err_code code, const char *part)
{
    place_open(p);
    assert_int_equal(p->e.code, code);
    assert_non_null(strstr(p->e.msg, part));
    assert_false(store_saving(p->s));
    assert_false(say(p, "first"));
    assert_int_equal(p->e.code, code);
    assert_false(say(p, "second"));
    assert_int_equal(store_unsaved(p->s), 2);
    assert_false(store_flush(p->s, &p->e));
    assert_int_equal(replayed(p).n_wrong, 2);
}

static void
spoil_nothing_named(struct place *p)
{
    p->places = (struct store_places){0};
}

static void
spoil_below_a_file(struct place *p)
{
    write_file(arena_printf(p->a, "%s/file", p->dir), "x", 1);
    p->places.record = arena_printf(p->a, "%s/file/record.db", p->dir);
}

static void
spoil_folder_in_its_place(struct place *p)
{
    assert_int_equal(mkdir(p->places.record, 0700), 0);
}

static void
spoil_link(struct place *p)
{
    assert_int_equal(symlink("/etc/passwd", p->places.record), 0);
}

static void
spoil_dangling_link(struct place *p)
{
    assert_int_equal(
        symlink(arena_printf(p->a, "%s/elsewhere", p->dir), p->places.record), 0);
}

static void
spoil_pipe(struct place *p)
{
    assert_int_equal(mkfifo(p->places.record, 0600), 0);
}

static void
spoil_world_writable(struct place *p)
{
    assert_int_equal(chmod(p->dir, 0777), 0);
}

static void
spoil_group_writable(struct place *p)
{
    assert_int_equal(chmod(p->dir, 0770), 0);
}

static void
spoil_slash_at_end(struct place *p)
{
    p->places.record = arena_printf(p->a, "%s/", p->dir);
}

static void
spoil_newer(struct place *p)
{
    place_open(p);
    place_close(p);
    assert_int_equal(run_in_file(p, "PRAGMA user_version = 2"), SQLITE_OK);
}

static void
spoil_foreign_id(struct place *p)
{
    assert_int_equal(run_in_file(p, "PRAGMA application_id = 7"), SQLITE_OK);
}

static void
spoil_foreign_tables(struct place *p)
{
    assert_int_equal(run_in_file(p, "CREATE TABLE bookmarks(x)"), SQLITE_OK);
}

static const struct spoilt_row {
    const char *name;
    void (*spoil)(struct place *p);
    enum err_code code;
    const char *part;
} spoilt_rows[] = {
    {"nothing names a place",       spoil_nothing_named,       ERR_STORE_NO_HOME, "no place"          },
    {"a path below a file",         spoil_below_a_file,        ERR_STORE_FOLDER,  "/file is no folder"},
    {"a folder in its place",       spoil_folder_in_its_place, ERR_STORE_OPEN,    "ordinary file"     },
    {"a link in its place",         spoil_link,                ERR_STORE_OPEN,    "ordinary file"     },
    {"a dangling link",             spoil_dangling_link,       ERR_STORE_OPEN,    "ordinary file"     },
    {"a named pipe",                spoil_pipe,                ERR_STORE_OPEN,    "ordinary file"     },
    {"a world-writable folder",     spoil_world_writable,      ERR_STORE_FOLDER,
     "others can write"                                                                               },
    {"a group-writable folder",     spoil_group_writable,      ERR_STORE_FOLDER,
     "others can write"                                                                               },
    {"a path that ends in a slash", spoil_slash_at_end,        ERR_STORE_OPEN,    "is a folder"       },
    {"a newer version",             spoil_newer,               ERR_STORE_NEWER,   "newer ropewalk"    },
    {"another program's id",        spoil_foreign_id,          ERR_STORE_FOREIGN, "another program"   },
    {"another program's tables",    spoil_foreign_tables,      ERR_STORE_FOREIGN,
     "another program"                                                                                },
};

static void
check_spoilt(void **state)
{
    const struct spoilt_row *r = *state;
    struct place p = place_new();

    r->spoil(&p);
    assert_in_memory(&p, r->code, r->part);
    place_free(&p);
}

/* What was in the way goes away: the next answer takes the others along. */
static void
check_heals(void **state)
{
    struct place p = place_new();

    (void)state;
    spoil_folder_in_its_place(&p);
    assert_in_memory(&p, ERR_STORE_OPEN, "ordinary file");
    assert_int_equal(rmdir(p.places.record), 0);
    assert_true(say(&p, "third"));
    assert_true(store_saving(p.s));
    assert_int_equal(store_unsaved(p.s), 0);
    place_close(&p);
    place_open(&p);
    assert_int_equal(replayed(&p).n_wrong, 3);
    assert_true(store_verify(p.s, &p.e));
    place_free(&p);
}

static bool
run_read_only_empty(struct place *p)
{
    p->s = store_open(&p->places, &p->e);
    return p->e.code == ERR_STORE_READ_ONLY && !store_saving(p->s) && !say(p, "x") &&
           store_unsaved(p->s) == 1 && replayed(p).n_wrong == 1;
}

static bool
run_read_only(struct place *p)
{
    p->s = store_open(&p->places, &p->e);
    return p->e.code == ERR_STORE_READ_ONLY && !store_saving(p->s) && !say(p, "x") &&
           p->e.code == ERR_STORE_READ_ONLY && store_unsaved(p->s) == 1 &&
           replayed(p).n_wrong == 4;
}

static bool
run_not_mine(struct place *p)
{
    p->s = store_open(&p->places, &p->e);
    return p->e.code == ERR_STORE_FOLDER && strstr(p->e.msg, "belongs to somebody else");
}

/* A folder that cannot be written: what is there is read, what is new stays in memory. */
static void
check_read_only(void **state)
{
    struct place empty = place_new(), p = place_new();

    (void)state;
    assert_int_equal(chmod(empty.dir, 0500), 0);
    give_away(&empty);
    assert_true(in_child(&empty, run_read_only_empty));
    place_open(&p);
    say_many(&p, 0, 3);
    place_close(&p);
    assert_int_equal(chmod(p.dir, 0500), 0);
    give_away(&p);
    assert_true(in_child(&p, run_read_only));
    assert_int_equal(chmod(p.places.record, 0400), 0);
    assert_int_equal(chmod(p.dir, 0700), 0);
    assert_true(in_child(&p, run_read_only));
    chmod(empty.dir, 0700);
    place_free(&empty);
    place_free(&p);
}

static void
check_not_mine(void **state)
{
    struct place p = place_new();

    (void)state;
    if (geteuid() != 0) {
        place_free(&p);
        skip();
    }
    assert_int_equal(chmod(p.dir, 0755), 0);
    assert_true(in_child(&p, run_not_mine));
    place_free(&p);
}

/* The disk is full for a while: a limit on file sizes stands for it. */
static bool
run_full(struct place *p)
{
    struct rlimit limit;
    char *big = arena_alloc(p->a, 3001, 1);
    int refused = 0;

    memset(big, 'x', 3000);
    signal(SIGXFSZ, SIG_IGN);
    p->s = store_open(&p->places, &p->e);
    if (!say(p, "small") || getrlimit(RLIMIT_FSIZE, &limit) != 0)
        return false;
    limit.rlim_cur = (rlim_t)size_of(p->places.record) + 5000;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return false;
    for (int i = 0; i < 10; i++) {
        big[0] = (char)('0' + i);
        refused += !say(p, big);
    }
    if (refused < 5 || p->e.code != ERR_STORE_WRITE || store_saving(p->s) ||
        store_unsaved(p->s) != refused || replayed(p).n_wrong != 11)
        return false;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0 || !say(p, "room again"))
        return false;
    return store_saving(p->s) && replayed(p).n_wrong == 12 && store_verify(p->s, &p->e);
}

static void
check_full(void **state)
{
    struct place p = place_new();

    (void)state;
    give_away(&p);
    assert_true(in_child(&p, run_full));
    place_free(&p);
}

/* ---- damage ---------------------------------------------------------------------- */

enum { TOLD = 30 };

static char *
make_record(struct place *p, size_t *len)
{
    char *bytes;

    place_open(p);
    say_many(p, 0, TOLD);
    place_close(p);
    assert_true(store_read_file(p->a, p->places.record, 10000000, &bytes, len, &p->e));
    return bytes;
}

static void
remove_matching(const struct place *p, const char *part)
{
    struct arena *a = arena_new();
    DIR *dir = opendir(p->dir);
    const struct dirent *entry;

    while ((entry = readdir(dir)))
        if (strstr(entry->d_name, part))
            unlink(arena_printf(a, "%s/%s", p->dir, entry->d_name));
    closedir(dir);
    arena_free(a);
}

/* After some damage: it opens, says so, keeps the old file, and learning goes on. What a
 * replay gives was really said. */
static void
assert_survives(struct place *p, int at_least, bool damaged)
{
    struct item_progress item;

    place_open(p);
    item = replayed(p);
    assert_true(item.n_wrong >= at_least && item.n_wrong <= TOLD);
    for (int i = 0; i < item.n_wrong; i++)
        assert_non_null(strstr(item.wrong[i], "answer "));
    assert_true(say(p, "one more"));
    assert_true(store_saving(p->s));
    assert_int_equal(replayed(p).n_wrong, item.n_wrong + 1);
    if (damaged)
        assert_int_equal(count_names(p, "record.db.corrupt-"), 1);
    place_close(p);
}

static void
check_truncated(void **state)
{
    struct place p = place_new();
    size_t len, saved = 0;
    char *bytes = make_record(&p, &len);

    (void)state;
    for (size_t cut = 512; cut < len; cut += 512) {
        remove_matching(&p, "record");
        write_file(p.places.record, bytes, cut);
        assert_survives(&p, 0, true);
        saved += (size_t)ask_file(&p, "SELECT count(*) FROM event");
    }
    assert_true(saved > 3 * len / 512); /* whole pages that are left are read */
    place_free(&p);
}

/* With the backup of the last session everything comes back, even from nothing. */
static void
check_truncated_with_backup(void **state)
{
    struct place p = place_new();
    size_t len;
    char *bytes = make_record(&p, &len);

    (void)state;
    for (size_t cut = 0; cut < len; cut += 4096 + 512) {
        remove_matching(&p, "record.db");
        write_file(p.places.record, bytes, cut);
        assert_survives(&p, TOLD, cut > 0);
        remove_matching(&p, ".jsonl");
        write_file(p.places.record, bytes, len);
        place_open(&p); /* makes the backup anew */
        assert_true(say(&p, "answer 0"));
        place_close(&p);
    }
    place_free(&p);
}

static const struct damage_row {
    const char *name;
    long at; /* from the end when negative */
    int n;
    int at_least;
} damage_rows[] = {
    {"a header of zeros",    0,        100,  0},
    {"another kind of file", 0,        16,   0},
    {"the first page",       100,      3000, 0},
    {"a page in the middle", 3 * 4096, 4096, 0},
    {"the last page",        -4096,    4096, 0},
};

static void
check_damage(void **state)
{
    const struct damage_row *r = *state;
    struct place p = place_new();
    size_t len;
    char *bytes = make_record(&p, &len);
    size_t at = r->at < 0 ? len - (size_t)-r->at : (size_t)r->at;

    remove_matching(&p, ".jsonl");
    memset(bytes + at, 0x5A, (size_t)r->n);
    write_file(p.places.record, bytes, len);
    assert_survives(&p, r->at_least, false);
    place_free(&p);
}

/* The record breaks while the program runs. */
static void
check_damage_while_open(void **state)
{
    struct place p = place_new();
    char junk[8192];
    int fd;

    (void)state;
    memset(junk, 0x5A, sizeof junk);
    place_open(&p);
    say_many(&p, 0, 3);
    fd = open(p.places.record, O_WRONLY);
    assert_int_equal(pwrite(fd, junk, sizeof junk, 0), sizeof junk);
    close(fd);
    assert_true(say(&p, "after"));
    assert_int_equal(p.e.code, ERR_STORE_DAMAGED);
    assert_non_null(strstr(p.e.msg, "record.db.corrupt-"));
    assert_true(store_saving(p.s));
    assert_true(say(&p, "and on"));
    assert_int_equal(p.e.code, ERR_NONE);
    place_free(&p);
}

/* The file is taken away while the program runs: what is said later is in a new one. */
static void
check_taken_away(void **state)
{
    struct place p = place_new();

    (void)state;
    place_open(&p);
    say_many(&p, 0, 3);
    assert_int_equal(rename(p.places.record, arena_printf(p.a, "%s/old", p.dir)), 0);
    assert_true(say(&p, "after"));
    assert_int_equal(ask_file(&p, "SELECT count(*) FROM event"), 1);
    place_free(&p);
}

/* ---- every call fails once -------------------------------------------------------- */

/* A session in which call number `call` of the file system fails: what was acknowledged
 * is there afterwards, and what was not is saved when the disk works again. False when
 * there was no such call. */
static bool
survives_fault(long call, bool lasting)
{
    struct place p = place_new();
    bool hit;

    place_open(&p);
    assert_true(say(&p, "before"));
    place_close(&p);
    faulty_arm(call, lasting);
    place_open(&p);
    for (int i = 0; i < 3; i++) {
        int unsaved = store_unsaved(p.s);
        bool saved = say(&p, arena_printf(p.a, "%d", i));

        assert_int_equal(store_unsaved(p.s), saved ? 0 : unsaved + 1);
    }
    hit = faulty_hit;
    faulty_arm(0, false);
    assert_true(store_flush(p.s, &p.e));
    place_close(&p);
    place_open(&p);
    assert_int_equal(p.e.code, ERR_NONE);
    assert_int_equal(replayed(&p).n_wrong, 4);
    assert_true(store_verify(p.s, &p.e));
    assert_int_equal(count_names(&p, "corrupt"), 0);
    place_free(&p);
    return hit;
}

static void
check_faults(void **state)
{
    const bool *lasting = *state;
    sqlite3_vfs vfs;
    long call = 1;

    faulty_install(&vfs);
    while (survives_fault(call, *lasting))
        call++;
    faulty_remove(&vfs);
    assert_true(call > 30); /* so many calls there were */
}

int
main(void)
{
    static const bool once = false, lasting = true;
    struct table t = {0};

    TABLE_ROWS(&t, spoilt_rows, check_spoilt);
    table_add(&t, "what was in memory is saved later", check_heals, NULL);
    table_add(&t, "a read-only folder", check_read_only, NULL);
    table_add(&t, "a folder of somebody else", check_not_mine, NULL);
    table_add(&t, "a full disk", check_full, NULL);
    table_add(&t, "cut off at every 512 bytes", check_truncated, NULL);
    table_add(&t, "cut off, with a backup", check_truncated_with_backup, NULL);
    TABLE_ROWS(&t, damage_rows, check_damage);
    table_add(&t, "damaged while open", check_damage_while_open, NULL);
    table_add(&t, "taken away while open", check_taken_away, NULL);
    table_add(&t, "every call to the disk fails, once", check_faults, &once);
    table_add(&t, "every call to the disk fails, and all after it", check_faults,
              &lasting);
    return table_run(&t, "store");
}
