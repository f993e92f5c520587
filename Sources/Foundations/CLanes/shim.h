// What Swift's vectors do one lane at a time: a quotient, a square root, a choice by a mask. Taking a vector apart for one of them
// takes apart what is computed before and after, too. Each lane is rounded as a single number is.
#ifndef BEACONBENCH_CLANES_SHIM_H
#define BEACONBENCH_CLANES_SHIM_H

#include <stdbool.h>
#include <stdint.h>

typedef double beaconbench_lanes __attribute__((ext_vector_type(4)));
// All bits of a lane are set, or none.
typedef int64_t beaconbench_mask __attribute__((ext_vector_type(4)));

static inline beaconbench_lanes beaconbench_quotient(beaconbench_lanes x, beaconbench_lanes y) { return x / y; }

static inline beaconbench_lanes beaconbench_root(beaconbench_lanes x) { return __builtin_elementwise_sqrt(x); }

static inline beaconbench_lanes beaconbench_choice(beaconbench_mask mask, beaconbench_lanes x, beaconbench_lanes y) {
  return mask ? x : y;
}

static inline bool beaconbench_any(beaconbench_mask mask) { return __builtin_reduce_or(mask) != 0; }

#endif
