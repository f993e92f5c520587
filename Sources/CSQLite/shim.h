// SQLite as BeaconBench sees it.
#ifndef BEACONBENCH_CSQLITE_SHIM_H
#define BEACONBENCH_CSQLITE_SHIM_H

#include <malloc.h>
#include <sqlite3.h>

// A macro that Swift cannot import: a text that SQLite copies before the call returns.
static inline int beaconbench_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text) {
  return sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}

// Threads share one arena: each further one keeps what a burst of requests has freed, and a burst touches all of them.
static inline int beaconbench_share_memory(void) {
#if defined(__GLIBC__)
  return mallopt(M_ARENA_MAX, 1);
#else
  return 0;
#endif
}

#endif
