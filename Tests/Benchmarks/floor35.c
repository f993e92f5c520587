// The peer of `run scenarios/floor35.yaml`: its channel, receiver, filters, methods, scores and intervals as one scalar program,
// with random numbers of its own. What a good C programmer would write who needs nothing but this one scenario: beacon by beacon,
// in loops that the compiler can make vectors of, without a stream in order of time.
//
//     floor35 LAPS FILE
//
// FILE gets every error, standard output a line for each pipeline: mean, the ends of its interval and the other figures.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { beacons = 35, seconds = 114, presses = 12, chains = 5, pipelines = 6, most = seconds * 10 + 4, sides = 4 };

static const char *const names[pipelines] = {"Kalman", "Savitzky-Golay", "feedback", "moving average", "proximity", "room centre"};
static const char *const rooms[sides] = {"south", "east", "north", "west"};
static const float width = 36, height = 16.5f, around = 105;

typedef struct { float x, y; } Point;

// SplitMix64 (Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195).
static uint64_t state = 1;

static inline uint64_t draw(void) {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

static inline float uniform(void) { return (draw() >> 40) * 0x1p-24f; }

// An even number of normal draws (Box, Muller 1958).
static void normals(float *out, int count) {
  static float radius[2 * most], angle[2 * most];
  int half = count / 2;
  for (int k = 0; k < half; k++) {
    uint64_t bits = draw();
    radius[k] = ((bits >> 40) + 1) * 0x1p-24f;
    angle[k] = (bits & 0xFFFFFF) * (6.2831853f * 0x1p-24f);
  }
  for (int k = 0; k < half; k++) {
    float r = sqrtf(-2 * logf(radius[k]));
    out[k] = r * cosf(angle[k]);
    out[half + k] = r * sinf(angle[k]);
  }
}

static const float corners[sides + 1] = {0, 36, 52.5f, 88.5f, 105};
static const Point starts[sides] = {{0, 0}, {36, 0}, {36, 16.5f}, {0, 16.5f}};
static const Point ahead[sides] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

static int side_of(float arc) {
  int side = 0;
  while (side < sides - 1 && arc >= corners[side + 1]) side++;
  return side;
}

static float wrapped(float arc) { return arc - around * floorf(arc / around); }

static Point place(float arc) {
  int side = side_of(arc);
  float along = arc - corners[side];
  return (Point){starts[side].x + along * ahead[side].x, starts[side].y + along * ahead[side].y};
}

static inline float clamp(float x, float most_) { return x < 0 ? 0 : x > most_ ? most_ : x; }

// The nearest point of the loop.
static Point snapped(Point p) {
  float x = clamp(p.x, width), y = clamp(p.y, height);
  Point feet[sides] = {{x, 0}, {width, y}, {x, height}, {0, y}}, best = feet[0];
  float least = INFINITY;
  for (int k = 0; k < sides; k++) {
    float dx = p.x - feet[k].x, dy = p.y - feet[k].y, here = dx * dx + dy * dy;
    if (here < least) {
      least = here;
      best = feet[k];
    }
  }
  return best;
}

static Point beacon[beacons], beacon_on_path[beacons];
static float beacon_arc[beacons];

static void install(void) {
  for (int b = 0; b < beacons; b++) {
    beacon_arc[b] = 1.5f + 3 * b;
    int side = side_of(beacon_arc[b]);
    Point p = beacon_on_path[b] = place(beacon_arc[b]);
    beacon[b] = (Point){p.x + ahead[side].y, p.y - ahead[side].x};
  }
}

typedef struct { int forward, left; float speed, start, press[presses]; } Lap;

static float arc_at(const Lap *lap, float time) {
  float metres = (time - lap->start) * lap->speed;
  return wrapped(lap->forward ? metres : -metres);
}

static Lap begin(int number) {
  float random[2];
  normals(random, 2);
  Lap lap = {.forward = number % 2 == 0, .left = number / 2 % 2 == 0, .speed = 1.3f + 0.05f * random[0], .start = 20 + uniform()};
  for (int k = 0; k < presses; k++) {
    float arc = 4.375f + 8.75f * k, metres = lap.forward ? arc : around - arc;
    lap.press[k] = lap.start + metres / lap.speed + 0.15f * (2 * uniform() - 1);
  }
  return lap;
}

// Where the walker is at each packet, and where the body is lightest: the walk's sides are straight, so each is one loop.
static void walk(const Lap *lap, const float *times, int count, float *x, float *y, float *facing_x, float *facing_y) {
  float cosine = 0.8660254f, sine = lap->left ? 0.5f : -0.5f, sign = lap->forward ? 1 : -1;
  for (int first = 0, next; first < count; first = next) {
    float arc = arc_at(lap, times[first]);
    int side = side_of(arc);
    float left = lap->forward ? corners[side + 1] - arc : arc - corners[side];
    float end = times[first] + left / lap->speed;
    for (next = first + 1; next < count && times[next] < end;) next++;
    Point dir = ahead[side], from = place(arc);
    float hx = sign * dir.x, hy = sign * dir.y, t = times[first];
    for (int k = first; k < next; k++) {
      float metres = lap->speed * (times[k] - t);
      x[k] = from.x + metres * hx;
      y[k] = from.y + metres * hy;
      facing_x[k] = hx * cosine - hy * sine;
      facing_y[k] = hx * sine + hy * cosine;
    }
  }
}

static long received;

// The readings of one beacon: means over a second, rounded; NaN where nothing was heard.
static void hear(const Lap *lap, int b, float *readings) {
  static float times[most], x[most], y[most], fx[most], fy[most], level[most], rho[most], random[4 * most];
  static uint8_t channel[most];
  int count = 0;
  for (float time = 0.1f * uniform(); time < seconds;) {
    uint64_t bits = draw();
    times[count] = time;
    channel[count] = (bits & 0xFFFF) * 3 >> 16;
    count += (bits >> 16 & 0xFFFFFF) * 0x1p-24f >= 0.3f;
    time += 0.1f + 0.01f * ((bits >> 40) * 0x1p-24f);
  }
  walk(lap, times, count, x, y, fx, fy);
  int even = (count + 1) / 2 * 2;
  normals(random, 3 * even);
  float offsets[4];
  normals(offsets, 4);
  const float *innovation = random, *real = random + even, *imaginary = real + even;
  for (int k = 0; k < count; k++) {
    rho[k] = expf(lap->speed * (k ? times[k - 1] - times[k] : 0) * (1 / 3.0f));
    float dx = beacon[b].x - x[k], dy = beacon[b].y - y[k], horizontal = sqrtf(dx * dx + dy * dy);
    float squared = dx * dx + dy * dy + 3.24f, body = 4 * (horizontal - dx * fx[k] - dy * fy[k]) / sqrtf(squared);
    float re = 0.8164966f + 0.4082483f * real[k], im = 0.4082483f * imaginary[k];
    level[k] = -59 - 3.908650f * logf(squared) + 4.342945f * logf(re * re + im * im) - body;
  }
  float shadow = 5 * innovation[0];
  for (int k = 0; k < count; k++) {
    if (k) shadow = rho[k] * shadow + 5 * sqrtf(1 - rho[k] * rho[k]) * innovation[k];
    level[k] += shadow + 1.5f * offsets[channel[k]];
  }
  float sums[seconds] = {0};
  int counts[seconds] = {0};
  for (int k = 0; k < count; k++) {
    int second = times[k], is_heard = level[k] >= -96;
    sums[second] += is_heard ? rintf(level[k]) : 0;
    counts[second] += is_heard;
    received += is_heard;
  }
  for (int s = 0; s < seconds; s++) readings[s] = counts[s] ? rintf(sums[s] / counts[s]) : NAN;
}

// By chain of filters, second and beacon: the last level, -300 before the first.
static float levels[chains][seconds][beacons];

static void filter(int b, const float *readings) {
  float out[chains] = {-300, -300, -300, -300, -300}, window[5] = {0}, last[10] = {0}, slow = 0;
  float kalman = 0, variance = 10, before = 0;
  int heard = 0;
  for (int s = 0; s < seconds; s++) {
    float z = readings[s];
    // As -ffast-math has no NaN, by the bits.
    uint32_t bits;
    memcpy(&bits, &z, 4);
    if ((bits & 0x7FFFFFFF) <= 0x7F800000) {
      if (heard) {
        variance += 20;
        float gain = variance / (variance + 5);
        kalman += gain * (z - kalman);
        variance *= 1 - gain;
      } else {
        kalman = before = z;
      }
      for (int k = 4; k > 0; k--) window[k] = window[k - 1];
      window[0] = kalman;
      slow += z - last[heard % 10];
      last[heard % 10] = z;
      heard++;
      float sum = 0;
      int count = heard < 5 ? heard : 5;
      for (int k = 0; k < count; k++) sum += window[k];
      out[0] = kalman;
      out[1] = heard < 5 ? kalman : (31 * window[0] + 9 * window[1] - 3 * window[2] - 5 * window[3] + 3 * window[4]) / 35;
      out[2] = 0.75f * kalman + 0.25f * before;
      out[3] = sum / count;
      out[4] = slow / (heard < 10 ? heard : 10);
      before = kalman;
    }
    for (int c = 0; c < chains; c++) levels[c][s][b] = out[c];
  }
}

// The strongest beacons in order.
static void strongest(const float *levels, int *out, int count) {
  int found = 0;
  for (int b = 0; b < beacons; b++) {
    int k = count - 1;
    if (found < count) k = found++;
    else if (levels[b] <= levels[out[k]]) continue;
    for (; k > 0 && levels[b] > levels[out[k - 1]]; k--) out[k] = out[k - 1];
    out[k] = b;
  }
}

static float distance(float level) { return expf((-59 - level) * 0.1279214f); }

static Point two_circles(const float *levels) {
  int pair[2];
  strongest(levels, pair, 2);
  Point a = beacon[pair[0]], b = beacon[pair[1]];
  float r = distance(levels[pair[0]]), q = distance(levels[pair[1]]);
  float dx = b.x - a.x, dy = b.y - a.y, apart = sqrtf(dx * dx + dy * dy);
  if (apart > r + q || apart < fabsf(r - q)) return beacon_on_path[pair[0]];
  float part = (r * r - q * q + apart * apart) / (2 * apart * apart);
  return snapped((Point){a.x + part * dx, a.y + part * dy});
}

// Whether the levels of the strongest beacons rise ahead or behind over three seconds; 0 for unknown.
static int direction(int second) {
  if (second < 3) return 0;
  const float *now = levels[2][second], *then = levels[2][second - 3];
  int near[5];
  strongest(now, near, 5);
  float along[5], change[5], a = 0, c = 0, spread = 0, both = 0;
  for (int k = 0; k < 5; k++) {
    along[k] = wrapped(beacon_arc[near[k]] - beacon_arc[near[0]] + around / 2) - around / 2;
    change[k] = now[near[k]] - then[near[k]];
    a += along[k] / 5;
    c += change[k] / 5;
  }
  for (int k = 0; k < 5; k++) {
    spread += (along[k] - a) * (along[k] - a);
    both += (along[k] - a) * (change[k] - c);
  }
  float slope = both / spread;
  return slope >= 0.2f ? 1 : slope <= -0.2f ? -1 : 0;
}

static int unknown_directions;

static void locate(int second, Point *fixes) {
  for (int c = 0; c < 4; c++) fixes[c] = two_circles(levels[c][second]);
  unknown_directions += direction(second) == 0;
  int nearest;
  strongest(levels[4][second], &nearest, 1);
  fixes[4] = beacon_on_path[nearest];
  fixes[5] = (Point){width / 2, height / 2};
}

static int room_of(Point p) {
  Point at = snapped(p);
  return at.y == 0 ? 0 : at.x == width ? 1 : at.y == height ? 2 : 3;
}

static void score(const Lap *lap, int number, float *errors, long stride, FILE *file) {
  static Point fixes[seconds][pipelines];
  for (int s = 0; s < seconds; s++) locate(s, fixes[s]);
  for (int p = 0; p < pipelines; p++) {
    for (int k = 0; k < presses; k++) {
      float arc = 4.375f + 8.75f * k, time = lap->press[k];
      int callback = (int)time, side = side_of(arc);
      Point truth = place(arc), fix = fixes[callback - 1][p];
      float east = fix.x - truth.x, north = fix.y - truth.y, sign = lap->forward ? 1 : -1;
      float along = sign * (east * ahead[side].x + north * ahead[side].y);
      float cross = sign * (north * ahead[side].x - east * ahead[side].y);
      float error = errors[p * stride + number * presses + k] = sqrtf(east * east + north * north);
      fprintf(file, "%s,%d,%s,%s,0,%d,%.4f,%.4f,%.4f,%.4f,ok,%g,%g,%s,%.4f,%.4f,0,%s,%.4f\n", names[p], number,
          lap->forward ? "anticlockwise" : "clockwise", lap->left ? "left" : "right", k + 1, time, error, along, cross,
          truth.x, truth.y, rooms[side], east, north, rooms[room_of(fix)], time - callback);
    }
  }
}

typedef struct { double value, error; } Estimate;

// A ratio of sums over laps, such as a mean, with its standard error by linearisation (Cochran 1977, section 6.4).
static Estimate ratio(const double *sums, int laps, double each) {
  double total = 0, squares = 0;
  for (int l = 0; l < laps; l++) total += sums[l];
  double mean = total / (laps * each);
  for (int l = 0; l < laps; l++) squares += (sums[l] - mean * each) * (sums[l] - mean * each);
  return (Estimate){mean, sqrt(squares * laps / (laps - 1)) / (laps * each)};
}

static int ascending(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static void summarise(const float *errors, const float *first, int laps, const char *name) {
  int count = laps * presses;
  double *sums = calloc(3 * laps, sizeof *sums), *squares = sums + laps, *differences = squares + laps;
  float *sorted = malloc(count * sizeof *sorted);
  memcpy(sorted, errors, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, ascending);
  for (int k = 0; k < count; k++) {
    sums[k / presses] += errors[k];
    squares[k / presses] += errors[k] * errors[k];
    differences[k / presses] += errors[k] - first[k];
  }
  Estimate mean = ratio(sums, laps, presses), square = ratio(squares, laps, presses);
  Estimate difference = ratio(differences, laps, presses);
  double sd = sqrt(square.value - mean.value * mean.value), t = 1.968;
  for (int l = 0; l < laps; l++) squares[l] = squares[l] - 2 * mean.value * sums[l];
  Estimate variance = ratio(squares, laps, presses);
  printf("%.3f [%.3f %.3f] sd %.3f +- %.3f rmse %.3f max %.2f", mean.value, mean.value - t * mean.error,
      mean.value + t * mean.error, sd, t * variance.error / (2 * sd), sqrt(square.value), sorted[count - 1]);
  static const double fractions[] = {0.5, 0.75, 0.9, 0.95};
  for (int q = 0; q < 4; q++) {
    float limit = sorted[(int)(fractions[q] * (count - 1))];
    memset(sums, 0, laps * sizeof *sums);
    for (int k = 0; k < count; k++) sums[k / presses] += errors[k] <= limit;
    double reach = t * ratio(sums, laps, presses).error;
    int lower = fmax((fractions[q] - reach) * (count - 1), 0), upper = fmin((fractions[q] + reach) * (count - 1), count - 1);
    printf(" P%.0f %.2f [%.2f %.2f]", 100 * fractions[q], limit, sorted[lower], sorted[upper]);
  }
  printf(" paired %.3f +- %.3f %s\n", difference.value, t * difference.error, name);
  free(sums);
  free(sorted);
}

int main(int argc, char **argv) {
  int laps = argc > 1 ? atoi(argv[1]) : 0;
  FILE *file = argc > 2 ? fopen(argv[2], "w") : NULL;
  if (laps < 2 || !file) return 2;
  long stride = (long)laps * presses;
  float *errors = malloc(pipelines * stride * sizeof *errors);
  fputs("pipeline,lap,direction,hand,floor,point,time_s,error_m,along_m,cross_m,status,true_x_m,true_y_m,true_room,east_m,"
      "north_m,fix_floor,fix_room,age_s\n", file);
  install();
  for (int l = 0; l < laps; l++) {
    Lap lap = begin(l);
    for (int b = 0; b < beacons; b++) {
      float readings[seconds];
      hear(&lap, b, readings);
      filter(b, readings);
    }
    score(&lap, l, errors, stride, file);
  }
  for (int p = 0; p < pipelines; p++) summarise(errors + p * stride, errors, laps, names[p]);
  printf("received %ld, directions unknown %d\n", received, unknown_directions);
  return fclose(file) != 0;
}
