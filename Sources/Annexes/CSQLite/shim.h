// SQLite as BeaconBench sees it.
#ifndef BEACONBENCH_CSQLITE_SHIM_H
#define BEACONBENCH_CSQLITE_SHIM_H

#include <sqlite3.h>

// A macro that Swift cannot import: a text that SQLite copies before the call returns.
static inline int beaconbench_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text) {
  return sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}

#endif
