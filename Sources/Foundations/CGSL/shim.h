// GSL as BeaconBench sees it. GSL's tables of algorithms are mutable globals, which Swift 6 refuses, so each
// one that is used has a getter here.
#ifndef BEACONBENCH_CGSL_SHIM_H
#define BEACONBENCH_CGSL_SHIM_H

#define HAVE_INLINE
#define GSL_RANGE_CHECK_OFF

#include <malloc.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_matrix.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_vector.h>

static inline const gsl_multifit_nlinear_type *beaconbench_gsl_nlinear_trust(void) {
  return gsl_multifit_nlinear_trust;
}

static inline const gsl_multifit_nlinear_scale *beaconbench_gsl_scale_levenberg(void) {
  return gsl_multifit_nlinear_scale_levenberg;
}

static inline const gsl_qrng_type *beaconbench_gsl_qrng_sobol(void) { return gsl_qrng_sobol; }

// Whether freed memory is kept for what is allocated next, not given back to the system each time.
static inline int beaconbench_keep_freed_memory(void) {
#if defined(__GLIBC__)
  return mallopt(M_MMAP_THRESHOLD, 32 << 20) && mallopt(M_TRIM_THRESHOLD, 256 << 20);
#else
  return 0;
#endif
}

#endif
