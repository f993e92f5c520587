"""The peers of `make bench`: other people's programs for the same work.

Reads the name of a piece of work a line, and answers each with the nanoseconds of processor time that a unit of it
takes, or `missing` and the package that it lacks. One thread; what is compiled when first called is called once before.
"""

import os

for name in ("OMP", "OPENBLAS", "MKL", "NUMBA", "NUMEXPR"):
    os.environ[name + "_NUM_THREADS"] = "1"

import sys
import time


def levels(count):
    """Readings of a walk past a beacon: a slow swing with 4 dB of noise."""
    import numpy

    noise = numpy.random.Generator(numpy.random.PCG64(1)).normal(0, 4, count)
    return numpy.rint(-70 + 12 * numpy.sin(numpy.arange(count) / 20) + noise)


def kalman():
    import numba
    import numpy

    @numba.njit
    def smooth(readings, out, q, r, p0):
        level, variance = readings[0], p0
        out[0] = level
        for index in range(1, len(readings)):
            predicted = variance + q
            gain = predicted / (predicted + r)
            variance = (1 - gain) * predicted
            level += gain * (readings[index] - level)
            out[index] = level

    readings = levels(100_000)
    out = numpy.empty_like(readings)
    return len(readings), lambda: smooth(readings, out, 20.0, 5.0, 10.0)


def filterpy():
    import numpy
    from filterpy.kalman import KalmanFilter

    readings = levels(1000)
    kalman = KalmanFilter(dim_x=1, dim_z=1)
    kalman.F = kalman.H = numpy.ones((1, 1))
    kalman.Q, kalman.R = numpy.full((1, 1), 20.0), numpy.full((1, 1), 5.0)

    def smooth():
        for reading in readings:
            kalman.predict()
            kalman.update(reading)

    return len(readings), smooth


def savitzky_golay():
    from scipy.signal import savgol_filter

    readings = levels(100_000)
    return len(readings), lambda: savgol_filter(readings, 5, 2)


def moving_average():
    import bottleneck

    readings = levels(100_000)
    return len(readings), lambda: bottleneck.move_mean(readings, 5, min_count=1)


def multilateration():
    """Levenberg-Marquardt from the weighted centroid of four beacons, as one would write it with numba."""
    import numba
    import numpy

    @numba.njit
    def fix(bx, by, rise, distance):
        x = y = total = 0.0
        for k in range(4):
            weight = 1 / distance[k]
            x, y, total = x + weight * bx[k], y + weight * by[k], total + weight
        x, y, damping = x / total, y / total, 1e-3
        least = numpy.inf
        for _ in range(100):
            xx = xy = yy = gx = gy = here = 0.0
            for k in range(4):
                dx, dy = x - bx[k], y - by[k]
                length = numpy.sqrt(dx * dx + dy * dy + rise[k] * rise[k])
                residual = length - distance[k]
                ux, uy = dx / length, dy / length
                xx, xy, yy = xx + ux * ux, xy + ux * uy, yy + uy * uy
                gx, gy, here = gx + ux * residual, gy + uy * residual, here + residual * residual
            least = here
            while True:
                a, d = xx * (1 + damping) + 1e-12, yy * (1 + damping) + 1e-12
                determinant = a * d - xy * xy
                sx, sy = (d * gx - xy * gy) / determinant, (a * gy - xy * gx) / determinant
                there = 0.0
                for k in range(4):
                    dx, dy = x - sx - bx[k], y - sy - by[k]
                    residual = numpy.sqrt(dx * dx + dy * dy + rise[k] * rise[k]) - distance[k]
                    there += residual * residual
                if there <= least or damping > 1e12:
                    break
                damping *= 10
            x, y, damping = x - sx, y - sy, damping / 10
            if sx * sx + sy * sy < 1e-16:
                break
        return x, y

    @numba.njit
    def fixes(bx, by, rise, distance, out):
        for row in range(len(out)):
            out[row] = fix(bx[row], by[row], rise[row], distance[row])

    count = 20_000
    random = numpy.random.Generator(numpy.random.PCG64(1))
    bx, by = random.uniform(-6, 6, (count, 4)), random.uniform(-6, 6, (count, 4))
    x, y = random.uniform(-3, 3, (count, 1)), random.uniform(-3, 3, (count, 1))
    rise = numpy.full((count, 4), 1.8)
    distance = numpy.sqrt((x - bx) ** 2 + (y - by) ** 2 + 1.8**2) * 10 ** random.normal(0, 0.2, (count, 4))
    out = numpy.empty((count, 2))
    return count, lambda: fixes(bx, by, rise, distance, out)


def nearest(points, anchors, algorithm):
    import numpy
    from sklearn.neighbors import NearestNeighbors

    random = numpy.random.Generator(numpy.random.PCG64(1))
    neighbours = NearestNeighbors(n_neighbors=1, algorithm=algorithm).fit(random.uniform(-95, -50, (points, anchors)))
    queries = random.uniform(-95, -50, (1000, anchors))
    return len(queries), lambda: neighbours.kneighbors(queries)


WORK = {
    "kalman": kalman,
    "filterpy": filterpy,
    "savitzky-golay": savitzky_golay,
    "moving-average": moving_average,
    "multilateration": multilateration,
    "nearest-21": lambda: nearest(21, 35, "auto"),
    "nearest-10000": lambda: nearest(10_000, 50, "brute"),
}


def nanoseconds(units, run):
    """The least of several runs, each of a few milliseconds or more."""
    run()
    times = 1
    while True:
        start = time.process_time()
        for _ in range(times):
            run()
        spent = time.process_time() - start
        if spent > 0.02:
            break
        times *= 2
    least = spent
    for _ in range(4):
        start = time.process_time()
        for _ in range(times):
            run()
        least = min(least, time.process_time() - start)
    return least / times / units * 1e9


ready = {}
for line in sys.stdin:
    name = line.strip()
    try:
        if name not in ready:
            ready[name] = WORK[name]()
        print(f"{nanoseconds(*ready[name]):.3f}", flush=True)
    except ImportError as lacking:
        print(f"missing {lacking.name}", flush=True)
