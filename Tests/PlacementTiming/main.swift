// How fast layouts are searched, beside NumPy and numba in the same run: `make timing`.

import Foundation
import NumericalMethods
import Placement

/// 200 candidates over 2,000 points of a hall of 60 m, each heard up to 20 m.
var random = RandomStream(Seed(1))
let places = (0..<200).map { _ in SIMD2(60 * random.uniform(), 60 * random.uniform()) }
let points = (0..<2000).map { _ in SIMD2(60 * random.uniform(), 60 * random.uniform()) }
let table = InformationTable(candidates: 200, weights: points.map { _ in 1 }, prior: 10) { candidate, point in
  let offset = places[candidate] - points[point]
  let squared = max((offset * offset).sum(), 0.25)
  return squared < 400
    ? .init(slope: offset * (8.685889638 / squared), precision: 1 / 16) : .init(slope: .zero, precision: 0)
}
let problem = PlacementProblem(BoundScore(table), budget: .beacons(35))

/// The fastest of some repetitions, and what the work came to.
func fastest<Outcome>(_ repetitions: Int = 7, _ work: () -> Outcome) -> (seconds: Double, outcome: Outcome) {
  var best = (seconds: Double.infinity, outcome: work())
  for _ in 0..<repetitions {
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = work()
    best = (min(best.seconds, (clock.now - start) / .seconds(1)), outcome)
  }
  return best
}

let (greedyTime, greedy) = fastest { GreedySearch.run(problem) }
let (lazyTime, lazy) = fastest { GreedySearch.runLazily(problem) }
let proposals = 100_000
let (annealingTime, annealed) = fastest(3) {
  var random = RandomStream(Seed(2))
  return AnnealingSearch.run(problem, from: greedy.layout, proposals: proposals, using: &random)
}

func row(_ name: String, _ seconds: Double, _ evaluations: Int, _ value: Double) {
  let rate = Double(evaluations) / seconds / 1e6
  let figures = [seconds * 1000, rate, value].map { "\(($0 * 1000).rounded() / 1000)" }
  print(
    "\(name): \(figures[0]) ms, \(evaluations) evaluations, \(figures[1]) M/s, mean bound \(figures[2]) m")
}

row("greedy", greedyTime, greedy.evaluations, greedy.rating.value)
row("lazy greedy", lazyTime, lazy.evaluations, lazy.rating.value)
row("annealing", annealingTime, annealed.evaluations, annealed.rating.value)
print(
  "lazy greedy: \(lazy.layout == greedy.layout ? "the same layout" : "another layout") with "
    + "\((Double(greedy.evaluations) / Double(lazy.evaluations) * 10).rounded() / 10) times fewer evaluations"
)

/// The same places in a peer's program, whose rates it prints as `name rate` in millions a second.
let program = """
  import os, sys, time
  for name in ('OMP', 'OPENBLAS', 'NUMBA'): os.environ[name + '_NUM_THREADS'] = '1'
  import numpy as np
  data = np.array(sys.stdin.read().split(), dtype=np.float64)
  places, points = data[:400].reshape(200, 2), data[400:].reshape(2000, 2)
  offset = places[:, None, :] - points[None, :, :]
  squared = np.maximum((offset ** 2).sum(2), 0.25)
  slope = offset * (8.685889638 / squared)[:, :, None]
  weight = np.where(squared < 400, 1 / 16, 0)
  a = (slope[:, :, 0] ** 2 * weight).astype(np.float32)
  b = (slope[:, :, 0] * slope[:, :, 1] * weight).astype(np.float32)
  c = (slope[:, :, 1] ** 2 * weight).astype(np.float32)
  def means(A, B, C):
      return np.sqrt((A + C) / (A * C - B * B)).mean(1)
  def greedy():
      A, B, C = np.full(2000, 0.01, np.float32), np.zeros(2000, np.float32), np.full(2000, 0.01, np.float32)
      free, count = list(range(200)), 0
      for _ in range(35):
          value = means(A + a[free], B + b[free], C + c[free])
          count += len(free)
          best = free[int(np.argmin(value))]
          A, B, C = A + a[best], B + b[best], C + c[best]
          free.remove(best)
      return count, float(np.sqrt((A + C) / (A * C - B * B)).mean())
  def fastest(work, repetitions=7):
      best = np.inf
      for _ in range(repetitions):
          start = time.perf_counter(); out = work(); best = min(best, time.perf_counter() - start)
      return best, out
  seconds, (count, value) = fastest(greedy)
  print('numpy', count / seconds / 1e6, value)
  try:
      import numba
  except ImportError:
      sys.exit()
  @numba.njit(fastmath=True)
  def anneal(a, b, c, start, proposals, seed):
      np.random.seed(seed)
      n = len(start)
      layout, taken = start.copy(), np.zeros(a.shape[0], np.bool_)
      A = np.full(2000, np.float32(0.01)); B = np.zeros(2000, np.float32); C = np.full(2000, np.float32(0.01))
      for i in layout:
          taken[i] = True
          A += a[i]; B += b[i]; C += c[i]
      def_value = np.float32(0)
      for p in range(2000):
          def_value += np.sqrt((A[p] + C[p]) / (A[p] * C[p] - B[p] * B[p]))
      present = def_value / 2000
      scale, temperature = present, present / 100
      factor, count = np.exp(np.log(1e-4) / proposals), 0
      for _ in range(proposals):
          temperature *= factor
          slot, new, chance = np.random.randint(n), np.random.randint(a.shape[0]), np.random.random()
          if taken[new]: continue
          old = layout[slot]
          total = np.float32(0)
          for p in range(2000):
              x = A[p] - a[old, p] + a[new, p]
              y = B[p] - b[old, p] + b[new, p]
              z = C[p] - c[old, p] + c[new, p]
              total += np.sqrt((x + z) / (x * z - y * y))
          count += 1
          value = total / 2000
          if value <= present or chance < np.exp((present - value) / temperature):
              A += a[new] - a[old]; B += b[new] - b[old]; C += c[new] - c[old]
              taken[old], taken[new] = False, True
              layout[slot] = new
              present = value
      return count, present
  start = np.array([int(x) for x in sys.argv[1].split(',')])
  anneal(a, b, c, start, 10, 1)
  seconds, (count, value) = fastest(lambda: anneal(a, b, c, start, 100000, 1), 3)
  print('numba', count / seconds / 1e6, value)
  """
let process = Process()
let (input, output) = (Pipe(), Pipe())
process.executableURL = URL(filePath: "/usr/bin/env")
process.arguments = ["python3", "-c", program, greedy.layout.map { "\($0)" }.joined(separator: ",")]
(process.standardInput, process.standardOutput) = (input, output)
do {
  try process.run()
  let data = (places + points).map { "\($0.x) \($0.y)" }.joined(separator: "\n")
  input.fileHandleForWriting.write(Data(data.utf8))
  try input.fileHandleForWriting.close()
  let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  let own = [
    "numpy": Double(greedy.evaluations) / greedyTime / 1e6,
    "numba": Double(annealed.evaluations) / annealingTime / 1e6,
  ]
  for line in lines.split(separator: "\n") {
    let words = line.split(separator: " ").map(String.init)
    guard words.count == 3, let rate = Double(words[1]), let mine = own[words[0]] else { continue }
    print(
      "\(words[0]): \((rate * 1000).rounded() / 1000) M/s (value \(words[2])); ours is \((mine / rate * 100).rounded() / 100) times that"
    )
  }
} catch {
  print("no Python: \(error)")
}
