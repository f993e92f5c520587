import Benchmark
import Captures
import Foundation
import Sites
import World

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.cpuTotal, .wallClock, .throughput], timeUnits: .milliseconds, maxDuration: .seconds(5))

  Benchmark("a million records of btsnoop, from open to columns") { benchmark in
    var source = try ReplaySource(contentsOf: MillionRecords.path)
    let stream = try source.stream()
    guard stream.count == MillionRecords.count * 49 / 50 else {
      return benchmark.error("\(stream.count) advertisements")
    }
    blackHole(stream)
  } setup: {
    try MillionRecords.write()
    Peers.report()
  } teardown: {
    try FileManager.default.removeItem(atPath: MillionRecords.path)
  }

  Benchmark("a million records of btsnoop, from open to rows of CSV") { _ in
    var source = try ReplaySource(contentsOf: MillionRecords.path)
    var rows = ReadingsWriter()
    var stream = AdvertisementStream()
    var goesOn = true
    while goesOn {
      goesOn = try source.next(into: &stream)
      rows.append(stream, directory: source.directory)
      stream.removeAll()
    }
    blackHole(rows.bytes)
  } setup: {
    try MillionRecords.write()
  } teardown: {
    try FileManager.default.removeItem(atPath: MillionRecords.path)
  }

  Benchmark("a million records of btsnoop, inspected") { _ in
    blackHole(try CaptureContents.read(MillionRecords.path))
  } setup: {
    try MillionRecords.write()
  } teardown: {
    try FileManager.default.removeItem(atPath: MillionRecords.path)
  }
}
