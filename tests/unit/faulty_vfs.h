/*
 * A file system for SQLite that fails at a chosen call: for every call that the store
 * makes, in turn.
 */
#ifndef ROPEWALK_TESTS_FAULTY_VFS_H
#define ROPEWALK_TESTS_FAULTY_VFS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>

/* Calls until the one that fails; 0: none will. `lasting`: and all after it, as on a disk
 * that stays broken. */
static long faulty_countdown;
static bool faulty_lasting, faulty_hit;

struct faulty_file {
    sqlite3_file base;
    sqlite3_file *real;
};

static inline void
faulty_arm(long call, bool lasting)
{
    faulty_countdown = call;
    faulty_lasting = lasting;
    faulty_hit = false;
}

static inline bool
faulty_fails(void)
{
    if (faulty_lasting && faulty_hit)
        return true;
    if (faulty_countdown == 0 || --faulty_countdown > 0)
        return false;
    return faulty_hit = true;
}

#define FAULTY_REAL(f) (((struct faulty_file *)(f))->real)

static inline int
faulty_close(sqlite3_file *f)
{
    int rc = FAULTY_REAL(f)->pMethods->xClose(FAULTY_REAL(f));

    free(FAULTY_REAL(f));
    return rc;
}

static inline int
faulty_read(sqlite3_file *f, void *out, int n, sqlite3_int64 at)
{
    return faulty_fails() ? SQLITE_IOERR_READ
                          : FAULTY_REAL(f)->pMethods->xRead(FAULTY_REAL(f), out, n, at);
}

static inline int
faulty_write(sqlite3_file *f, const void *in, int n, sqlite3_int64 at)
{
    if (faulty_fails()) { /* half of it arrives */
        FAULTY_REAL(f)->pMethods->xWrite(FAULTY_REAL(f), in, n / 2, at);
        return faulty_lasting ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    return FAULTY_REAL(f)->pMethods->xWrite(FAULTY_REAL(f), in, n, at);
}

static inline int
faulty_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    return faulty_fails() ? SQLITE_IOERR_TRUNCATE
                          : FAULTY_REAL(f)->pMethods->xTruncate(FAULTY_REAL(f), size);
}

static inline int
faulty_sync(sqlite3_file *f, int flags)
{
    return faulty_fails() ? SQLITE_IOERR_FSYNC
                          : FAULTY_REAL(f)->pMethods->xSync(FAULTY_REAL(f), flags);
}

static inline int
faulty_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return faulty_fails() ? SQLITE_IOERR_FSTAT
                          : FAULTY_REAL(f)->pMethods->xFileSize(FAULTY_REAL(f), size);
}

static inline int
faulty_lock(sqlite3_file *f, int level)
{
    return faulty_fails() ? SQLITE_IOERR_LOCK
                          : FAULTY_REAL(f)->pMethods->xLock(FAULTY_REAL(f), level);
}

static inline int
faulty_unlock(sqlite3_file *f, int level)
{
    return FAULTY_REAL(f)->pMethods->xUnlock(FAULTY_REAL(f), level);
}

static inline int
faulty_reserved(sqlite3_file *f, int *out)
{
    return FAULTY_REAL(f)->pMethods->xCheckReservedLock(FAULTY_REAL(f), out);
}

static inline int
faulty_control(sqlite3_file *f, int op, void *arg)
{
    return FAULTY_REAL(f)->pMethods->xFileControl(FAULTY_REAL(f), op, arg);
}

static inline int
faulty_sector(sqlite3_file *f)
{
    return FAULTY_REAL(f)->pMethods->xSectorSize(FAULTY_REAL(f));
}

static inline int
faulty_kind(sqlite3_file *f)
{
    return FAULTY_REAL(f)->pMethods->xDeviceCharacteristics(FAULTY_REAL(f));
}

static const sqlite3_io_methods faulty_methods = {
    .iVersion = 1,
    .xClose = faulty_close,
    .xRead = faulty_read,
    .xWrite = faulty_write,
    .xTruncate = faulty_truncate,
    .xSync = faulty_sync,
    .xFileSize = faulty_size,
    .xLock = faulty_lock,
    .xUnlock = faulty_unlock,
    .xCheckReservedLock = faulty_reserved,
    .xFileControl = faulty_control,
    .xSectorSize = faulty_sector,
    .xDeviceCharacteristics = faulty_kind,
};

static inline int
faulty_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out)
{
    sqlite3_vfs *real = vfs->pAppData;
    struct faulty_file *file = (struct faulty_file *)f;
    int rc = SQLITE_CANTOPEN;

    file->base.pMethods = NULL;
    if (faulty_fails())
        return rc;
    file->real = calloc(1, (size_t)real->szOsFile);
    if (file->real)
        rc = real->xOpen(real, name, file->real, flags, out);
    if (rc == SQLITE_OK)
        file->base.pMethods = &faulty_methods;
    else
        free(file->real);
    return rc;
}

static inline int
faulty_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    sqlite3_vfs *real = vfs->pAppData;

    return faulty_fails() ? SQLITE_IOERR_DELETE : real->xDelete(real, name, sync);
}

/* Make it SQLite's file system for this process. */
static inline void
faulty_install(sqlite3_vfs *vfs)
{
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);

    *vfs = *real;
    vfs->zName = "faulty";
    vfs->pAppData = real;
    vfs->szOsFile = (int)sizeof(struct faulty_file);
    vfs->xOpen = faulty_open;
    vfs->xDelete = faulty_delete;
    sqlite3_vfs_register(vfs, 1);
}

static inline void
faulty_remove(sqlite3_vfs *vfs)
{
    sqlite3_vfs_unregister(vfs);
}

#endif
