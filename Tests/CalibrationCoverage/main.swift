import Calibrating
import Foundation
import Radio
import SyntheticChannels

// Prints how often the 95 % intervals of `calibrate` hold the truth on simulated recordings of channels whose numbers are
// known: the tables of docs/calibrate.md. From the top of the checkout; a number as argument divides how many recordings
// there are, and words choose the channels whose names hold them.

let divisor = CommandLine.arguments.dropFirst().compactMap(Int.init).first ?? 1
let words = CommandLine.arguments.dropFirst().filter { Int($0) == nil }
let two = RicianFading(k: 2)
let cases: [CoverageCase] = [
  .floor35("floor35, K 2", fading: "{independent: {k: 2}}", fades: two, recordings: 400),
  .floor35(
    "floor35, K 10", fading: "{independent: {k: 10}}", fades: RicianFading(k: 10), recordings: 200),
  .floor35("floor35, normal noise of 4.38 dB", noise: 4.38, recordings: 200),
  .floor35(
    "floor35, K 2, sensitivity -90", fading: "{independent: {k: 2}}", fades: two, sensitivity: -90,
    recordings: 200),
  .floor35(
    "floor35, K 2, sensitivity -86", fading: "{independent: {k: 2}}", fades: two, sensitivity: -86,
    recordings: 200),
  .rectangle("rectangle, normal noise of 3 dB", noise: 3, sensitivity: -86, recordings: 400),
  .rectangle("rectangle, K 2", fades: two, sensitivity: -86, recordings: 400),
  .rectangle(
    "rectangle, K 2, 12,000 readings", fades: two, sensitivity: -96, interval: 0.03, recordings: 200),
  .rectangle("rectangle, normal noise, sensitivity -82", noise: 3, sensitivity: -82, recordings: 200),
  .rectangle("rectangle, normal noise, sensitivity -78", noise: 3, sensitivity: -78, recordings: 200),
]

let start = ContinuousClock.now
for one in cases where words.isEmpty || words.contains(where: { one.name.contains($0) }) {
  let count = max(one.recordings / divisor, 1)
  let width = ProcessInfo.processInfo.activeProcessorCount
  var fits = [ChannelFit?](repeating: nil, count: count)
  try await withThrowingTaskGroup(of: (Int, ChannelFit).self) { group in
    for index in 0..<count {
      if index >= width, let (done, fit) = try await group.next() { fits[done] = fit }
      // From 1001 on: the fit was adjusted with recordings of lower seeds.
      group.addTask { (index, try one.fit(UInt64(index) + 1001)) }
    }
    for try await (done, fit) in group { fits[done] = fit }
  }
  var tally = CoverageTally()
  for fit in fits.compactMap(\.self) { tally.judge(fit, one.truth) }
  let weak = fits.compactMap { $0?.losses?.tooWeak }
  let share = weak.reduce(0, +) / Double(max(weak.count, 1))
  let error = (0.95 * 0.05 / Double(count)).squareRoot()
  let fading = fits.compactMap(\.self).count { $0.isFading }
  let cut = fits.compactMap(\.self).count { $0.isCutOff }
  print(
    "\(one.name): \(count) recordings (95 % has a standard error of \(short(100 * error, 1)) %), "
      + "\(short(100 * share, 1)) % too weak, fading \(fading), cut off \(cut)\n"
  )
  print("| number | truth | mean | standard deviation | mean standard error | intervals | hold, % |")
  print("|---|---|---|---|---|---|---|")
  for row in tally.rows() { print("| " + row.joined(separator: " | ") + " |") }
  print()
  fflush(nil)
  report("\(one.name): \(count) recordings")
}
report("CalibrationCoverage: done")

/// Says on standard error what is done.
func report(_ done: String) {
  let seconds = (ContinuousClock.now - start).components.seconds
  FileHandle.standardError.write(Data("\(done) after \(seconds) s\n".utf8))
}
