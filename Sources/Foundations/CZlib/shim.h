// zlib as BeaconBench sees it: what it reads is constant.
#ifndef BEACONBENCH_CZLIB_SHIM_H
#define BEACONBENCH_CZLIB_SHIM_H

#define ZLIB_CONST

#include <zlib.h>

#endif
