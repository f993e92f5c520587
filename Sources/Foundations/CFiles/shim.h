// What Swift does not see of the C library: renameat2, which glibc declares only for _GNU_SOURCE, and mallopt.
#ifndef BEACONBENCH_CFILES_SHIM_H
#define BEACONBENCH_CFILES_SHIM_H

#include <fcntl.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

// RENAME_NOREPLACE and RENAME_EXCHANGE of linux/fs.h.
enum beaconbench_rename_flag {
  beaconbench_rename_noreplace = 1,
  beaconbench_rename_exchange = 2
};

// 0, or -1 with errno set.
static inline int beaconbench_rename(const char *from, const char *to, unsigned flags) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags);
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
