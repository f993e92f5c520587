// The peers of `make bench` in C for SSE2, as a shared library that peers.py calls: what a good C programmer would write who
// needs nothing but this one job.

#include <emmintrin.h>
#include <fcntl.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef float Floats __attribute__((vector_size(16)));
typedef int32_t Words __attribute__((vector_size(16)));
typedef uint32_t Unsigned __attribute__((vector_size(16)));

static inline Floats all(float x) { return (Floats){x, x, x, x}; }
static inline Floats number(Words x) { return __builtin_convertvector(x, Floats); }
static inline Floats root(Floats x) { return (Floats)_mm_sqrt_ps((__m128)x); }
static inline Words whole(Floats x) { return (Words)_mm_cvtps_epi32((__m128)x); }

// Four generators xoshiro128+ side by side (Blackman, Vigna 2021, doi:10.1145/3460772).
typedef struct { Unsigned a, b, c, d; } Random;

static inline Unsigned draw(Random *r) {
  Unsigned result = r->a + r->d, shifted = r->b << 9;
  r->c ^= r->a;
  r->d ^= r->b;
  r->b ^= r->c;
  r->a ^= r->d;
  r->c ^= shifted;
  r->d = r->d << 11 | r->d >> 21;
  return result;
}

static Random seeded(uint64_t seed) {
  uint32_t words[16];
  for (int k = 0; k < 16; k++) {
    seed += 0x9E3779B97F4A7C15;
    uint64_t z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9;
    words[k] = (z ^ z >> 27) * 0x94D049BB133111EB >> 32;
  }
  Random random;
  memcpy(&random, words, sizeof random);
  return random;
}

// The natural logarithm of normal positive numbers, by the exponent and a polynomial for the rest.
static inline Floats logarithm(Floats x) {
  Words bits = (Words)x - 0x3F3504F3;
  Words exponent = bits >> 23;
  Floats f = (Floats)((bits & 0x7FFFFF) + 0x3F3504F3) - 1;
  Floats p = f * 7.0376836292e-2f - 1.1514610310e-1f;
  p = p * f + 1.1676998740e-1f;
  p = p * f - 1.2420140846e-1f;
  p = p * f + 1.4249322787e-1f;
  p = p * f - 1.6668057665e-1f;
  p = p * f + 2.0000714765e-1f;
  p = p * f - 2.4999993993e-1f;
  p = p * f + 3.3333331174e-1f;
  Floats z = f * f;
  return f - 0.5f * z + f * z * p + number(exponent) * 0.69314718f;
}

// The sine of a quarter turn either way, in turns.
static inline Floats sine(Floats r) {
  Floats z = r * r;
  return r * (6.283185162f + z * (-41.34165537f + z * (81.60102087f + z * (-76.55010777f + z * 39.53886901f))));
}

static inline Floats magnitude(Floats x) { return (Floats)((Words)x & 0x7FFFFFFF); }

// Two normal numbers a lane (Box, Muller 1958).
static inline void normals(Random *random, Floats *first, Floats *second) {
  Floats u = number((Words)(draw(random) >> 1)) * 0x1p-31f + 0x1p-33f;
  Floats turns = number((Words)draw(random) >> 8) * 0x1p-24f;
  Floats radius = root(logarithm(u) * -2);
  Floats size = magnitude(turns);
  Floats folded = (Floats)((Words)(0.5f - size) | ((Words)turns & (int32_t)0x80000000));
  Words far = size > 0.25f;
  *first = radius * sine(0.25f - size);
  *second = radius * sine((Floats)(((Words)folded & far) | ((Words)turns & ~far)));
}

// An advertisement as it was heard.
typedef struct { int64_t microseconds; int32_t beacon; int8_t level; uint8_t channel; } Heard;

// Job J1, as JobJ1.swift describes it: some laps of 35 beacons and 810 packets, each beacon with a phase of its own and each
// packet on a random channel. Leaves the stream of the last lap in order of time, and returns how many were heard in all. Since
// all have the same interval, the order of the phases is that of every round of packets, so nothing has to be sorted.
long job_j1(int laps, Heard *stream) {
  enum { packets = 810, lanes = 9 };
  static const float corners[5][2] = {{0, 0}, {35, 0}, {35, 17.5f}, {0, 17.5f}, {0, 0}};
  static const float arcs[5] = {0, 35, 52.5f, 87.5f, 105};
  const float rho = 0.937067f, rest = 4 * 0.349148f;  // exp(-0.13 / 2), and 4 dB times the root of what it leaves
  const float steady = 0.894427f, spread = 0.316228f;
  long total = 0;
  Random random = seeded(1);
  for (int lap = 0; lap < laps; lap++) {
    Floats bx[lanes], by[lanes], shadow[lanes + 1];
    int32_t beacons[36], phases[36];
    long heard = 0;
    for (int b = 0; b < 36; b++) {
      int32_t phase = b == 35 ? 100000 : (draw(&random)[0] >> 12) * 100000ull >> 20, place = b;
      for (; place > 0 && phases[place - 1] > phase; place--) {
        phases[place] = phases[place - 1];
        beacons[place] = beacons[place - 1];
      }
      phases[place] = phase;
      beacons[place] = b;
    }
    for (int b = 0; b < 36; b++) {
      bx[b / 4][b % 4] = 2.5f + 5 * (beacons[b] % 7);
      by[b / 4][b % 4] = 1.75f + 3.5f * (beacons[b] / 7);
    }
    for (int g = 0; g < lanes; g += 2) {
      normals(&random, &shadow[g], &shadow[g + 1]);
      shadow[g] *= 4;
      shadow[g + 1] *= 4;
    }
    for (int k = 0; k < packets; k++) {
      float s = 105 * lap / 300.0f + 0.13f * k;
      while (s >= 105) s -= 105;
      int side = 0;
      while (s >= arcs[side + 1]) side++;
      float part = (s - arcs[side]) / (arcs[side + 1] - arcs[side]);
      float x = corners[side][0] + part * (corners[side + 1][0] - corners[side][0]) + 0.3f;
      float y = corners[side][1] + part * (corners[side + 1][1] - corners[side][1]) + 0.3f;
      Floats spareShadow = all(0), spareNoise = all(0);
      for (int g = 0; g < lanes; g++) {
        Floats first, second, innovation = spareShadow, noise = spareNoise;
        normals(&random, &first, &second);
        if (g % 2 == 0) {
          normals(&random, &innovation, &spareShadow);
          normals(&random, &noise, &spareNoise);
        }
        Words channels = whole(number((Words)draw(&random) >> 8 & 0xFFFFFF) * (3 * 0x1p-24f) + 36.5f);
        Floats dx = bx[g] - x, dy = by[g] - y;
        Floats squared = dx * dx + dy * dy + 1.96f;
        shadow[g] = shadow[g] * rho + innovation * rest;
        Floats real = steady + spread * first, imaginary = spread * second;
        Floats level = -59 - 4.777239f * logarithm(squared) + 4.342945f * logarithm(real * real + imaginary * imaginary)
            + shadow[g] + noise;
        Words isHeard = level >= -90;
        Words reading = whole((Floats)_mm_min_ps((__m128)level, (__m128)all(-20)));
        for (int lane = 0; lane < 4; lane++) {
          int b = g * 4 + lane;
          stream[heard] = (Heard){k * 100000ll + phases[b], beacons[b], reading[lane], channels[lane]};
          heard -= b < 35 ? isHeard[lane] : 0;
        }
      }
    }
    total += heard;
  }
  return total;
}

static inline uint32_t big32(const uint8_t *p) {
  uint32_t x;
  memcpy(&x, p, 4);
  return __builtin_bswap32(x);
}

static inline uint64_t big64(const uint8_t *p) {
  uint64_t x;
  memcpy(&x, p, 8);
  return __builtin_bswap64(x);
}

// The iBeacon frames of a btsnoop file, mapped: time, level, and which of up to 64 identities. Returns how many.
long records(const char *path, int64_t *times, int8_t *levels, int32_t *beacons) {
  static const uint8_t frame[] = {0x1A, 0xFF, 0x4C, 0, 2, 0x15};
  int file = open(path, O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status)) return -1;
  const uint8_t *data = mmap(0, status.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  close(file);
  if (data == MAP_FAILED) return -1;
  const uint8_t *end = data + status.st_size, *place = data + 16;
  uint8_t known[64][20];
  int32_t slots[256];
  memset(slots, 0xFF, sizeof slots);
  long count = 0;
  int identities = 0;
  while (place + 24 <= end) {
    uint32_t length = big32(place + 4);
    const uint8_t *packet = place + 24, *next = packet + length;
    if (next > end) break;
    if (length > 15 && packet[0] == 4 && packet[1] == 0x3E && packet[3] == 2 && 15 + packet[13] <= length) {
      const uint8_t *field = packet + 14, *last = field + packet[13];
      while (field + 1 < last && field[0]) {
        const uint8_t *following = field + field[0] + 1;
        if (following <= last && field[0] == 26 && !memcmp(field, frame, 6)) {
          const uint8_t *identity = field + 6;
          uint8_t hash = identity[19] * 31 + identity[17];
          while (slots[hash] >= 0 && memcmp(known[slots[hash]], identity, 20)) hash++;
          if (slots[hash] < 0 && identities < 64) memcpy(known[slots[hash] = identities++], identity, 20);
          times[count] = big64(place + 16);
          levels[count] = (int8_t)last[0];
          beacons[count++] = slots[hash];
          break;
        }
        field = following;
      }
    }
    place = next;
  }
  munmap((void *)data, status.st_size);
  return count;
}

// The grid tracker on floor35: windows of 35 readings by a walker who is in one of 128 cells of 0.25 m with one of 26 speeds, and in each cell a
// Gaussian channel of seven parameters and a bias for each beacon. As many cells are active there on average, and each has three origins.
// All numbers are doubles, four cells side by side.
enum { cells = 128, path = 840, links = 35, learned = 7, half = 28, speeds = 26, reach = 12 };

typedef double Doubles __attribute__((vector_size(32)));
typedef struct { Doubles mean[learned + links], spread[links], covariance[half]; } Channels;
typedef struct { double features[path][links][learned], level[2][links]; } Radio;

static inline Doubles every(double x) { return (Doubles){x, x, x, x}; }

// Features of four cells less a part of those of the cells from which the walker came.
static inline void regress(const Radio *radio, const int *cell, const int *origin, int link, double gain, Doubles *features) {
  for (int k = 0; k < learned; k++)
    for (int lane = 0; lane < 4; lane++)
      features[k][lane] = radio->features[cell[lane]][link][k] - gain * radio->features[origin[lane]][link][k];
}

// A Kalman filter's update by each reading, of the lower half of the covariance; the logarithm of the likelihood.
static Doubles learn(Channels *c, const Radio *radio, const int *cell, const int *origin) {
  Doubles sum = every(0), product = every(1);
  double gain = 0.3 * 36 / 40;
  for (int link = 0; link < links; link++) {
    Doubles features[learned], along[learned], share = every(1 - gain);
    regress(radio, cell, origin, link, gain, features);
    Doubles own = share * c->spread[link], variance = every(45) + share * own;
    Doubles residual = every(radio->level[0][link] - gain * radio->level[1][link]) - share * c->mean[learned + link];
    for (int row = 0, k = 0; row < learned; row++) {
      Doubles total = every(0), feature = features[row];
      for (int column = 0; column < row; column++, k++) {
        total += c->covariance[k] * features[column];
        along[column] += c->covariance[k] * feature;
      }
      along[row] = total + c->covariance[k++] * feature;
      residual -= c->mean[row] * feature;
    }
    for (int row = 0; row < learned; row++) variance += along[row] * features[row];
    Doubles curvature = 1 / variance, slope = residual * curvature;
    sum -= 0.5 * slope * residual;
    product *= variance;
    if (link % 16 == 15 || link == links - 1) {
      for (int lane = 0; lane < 4; lane++) sum[lane] -= 0.5 * log(product[lane]);
      product = every(1);
    }
    for (int row = 0, k = 0; row < learned; row++) {
      Doubles scaled = curvature * along[row];
      c->mean[row] += slope * along[row];
      for (int column = 0; column <= row; column++, k++) c->covariance[k] -= scaled * along[column];
    }
    c->mean[learned + link] += slope * own;
    c->spread[link] -= curvature * own * own;
  }
  return sum;
}

static inline Doubles gather(const Channels *from, const int *cell, size_t offset) {
  Doubles lanes;
  for (int lane = 0; lane < 4; lane++)
    lanes[lane] = ((const double *)((const char *)&from[cell[lane] / 4] + offset))[cell[lane] % 4];
  return lanes;
}

// The mean and the covariance of the mixture of each four cells' three origins.
static void mix(const Channels *from, Channels *c, int (*origin)[4], Doubles *share) {
  memset(c, 0, sizeof *c);
  for (int part = 0; part < 3; part++)
    for (int k = 0; k < learned + links; k++)
      c->mean[k] += share[part] * gather(from, origin[part], offsetof(Channels, mean) + k * sizeof(Doubles));
  for (int part = 0; part < 3; part++) {
    Doubles off[learned + links];
    for (int k = 0; k < learned + links; k++)
      off[k] = gather(from, origin[part], offsetof(Channels, mean) + k * sizeof(Doubles)) - c->mean[k];
    for (int k = 0; k < links; k++)
      c->spread[k] += share[part] * (gather(from, origin[part], offsetof(Channels, spread) + k * sizeof(Doubles))
          + off[learned + k] * off[learned + k]);
    for (int row = 0, k = 0; row < learned; row++)
      for (int column = 0; column <= row; column++, k++)
        c->covariance[k] += share[part] * (gather(from, origin[part], offsetof(Channels, covariance) + k * sizeof(Doubles))
            + off[row] * off[column]);
  }
}

// Moves probability on by each speed, with changes of speed; the part of each cell's that came from each distance.
static void move(double mass[cells][speeds], double moved[cells + reach][speeds], double parts[cells + reach][reach]) {
  memset(moved, 0, sizeof(double[cells + reach][speeds]));
  memset(parts, 0, sizeof(double[cells + reach][reach]));
  for (int cell = 0; cell < cells; cell++)
    for (int speed = 0; speed < speeds; speed++) {
      int steps = speed * 2 / 5;
      double beyond = speed * 0.4 - steps, far = mass[cell][speed] * beyond, near = mass[cell][speed] - far;
      moved[cell + steps][speed] += near;
      moved[cell + steps + 1][speed] += far;
      parts[cell + steps][steps] += near;
      parts[cell + steps + 1][steps + 1] += far;
    }
  for (int cell = 0; cell < cells + reach; cell++) {
    double below = moved[cell][0];
    for (int speed = 0; speed < speeds; speed++) {
      double here = moved[cell][speed], above = moved[cell][speed + (speed < speeds - 1)];
      moved[cell][speed] = here + 0.02 * (below - here) + 0.02 * (above - here);
      below = here;
    }
  }
}

// Returns the mean place in the last window, so that nothing is left out.
double job_grid(int windows) {
  static Radio radio;
  static Channels before[cells / 4], after[cells / 4];
  static double mass[cells][speeds], moved[cells + reach][speeds], parts[cells + reach][reach];
  Random random = seeded(1);
  for (int k = 0; k < path * links * learned; k++) (&radio.features[0][0][0])[k] = (draw(&random)[0] >> 8) * 0x1p-23 - 1;
  for (int k = 0; k < 2 * links; k++) (&radio.level[0][0])[k] = (draw(&random)[0] >> 8) * 0x1p-20 - 8;
  memset(before, 0, sizeof before);
  for (int group = 0; group < cells / 4; group++) {
    for (int k = 0; k < links; k++) before[group].spread[k] = every(16);
    for (int row = 0; row < learned; row++) before[group].covariance[row * (row + 3) / 2] = every(9);
  }
  for (int k = 0; k < cells * speeds; k++) (&mass[0][0])[k] = 1.0 / (cells * speeds);
  double place = 0;
  for (int window = 0; window < windows; window++) {
    double total = 0, weights[cells], best = -1e300;
    Doubles logarithms[cells / 4];
    int start = window * 5 % (path - cells - reach);
    move(mass, moved, parts);
    for (int group = 0; group < cells / 4; group++) {
      int cell[4], main[4], origin[3][4];
      Doubles share[3];
      for (int lane = 0; lane < 4; lane++) {
        int here = group * 4 + lane, most = 0;
        for (int k = 1; k < reach; k++) if (parts[here + 5][k] > parts[here + 5][most]) most = k;
        double sum = 0;
        for (int part = 0; part < 3; part++) {
          int back = most + part - 1 < 0 ? 0 : most + part - 1, from = here + 5 - back;
          origin[part][lane] = from < 0 ? 0 : from >= cells ? cells - 1 : from;
          sum += share[part][lane] = parts[here + 5][back % reach] + 1e-30;
        }
        for (int part = 0; part < 3; part++) share[part][lane] /= sum;
        main[lane] = start + origin[1][lane];
        cell[lane] = start + here + 5;
      }
      mix(before, &after[group], origin, share);
      logarithms[group] = learn(&after[group], &radio, cell, main);
      for (int lane = 0; lane < 4; lane++) if (logarithms[group][lane] > best) best = logarithms[group][lane];
    }
    memcpy(before, after, sizeof before);
    for (int cell = 0; cell < cells; cell++) {
      double factor = exp(logarithms[cell / 4][cell % 4] - best) + 1e-6;
      weights[cell] = 0;
      for (int speed = 0; speed < speeds; speed++) weights[cell] += mass[cell][speed] = moved[cell + 5][speed] * factor;
      total += weights[cell];
    }
    place = 0;
    for (int cell = 0; cell < cells; cell++) {
      for (int speed = 0; speed < speeds; speed++) mass[cell][speed] /= total;
      place += weights[cell] / total * (start + cell);
    }
  }
  return place;
}
