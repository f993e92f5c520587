import World

/// Eight windows of readings, each of which begins one reading later than the one before.
struct LevelWindows {
  typealias Lanes = SIMD8<Double>

  fileprivate let readings: UnsafeRawBufferPointer
  fileprivate let start: Int

  /// The readings at one position of each window, the oldest being 0.
  @inline(__always)
  subscript(_ position: Int) -> Lanes {
    readings.loadUnaligned(
      fromByteOffset: (start &+ position) &* MemoryLayout<Double>.stride, as: Lanes.self)
  }
}

extension LatestLevels {
  /// Smooths the rest of a column, once the window is full; a missed second repeats the output before it.
  ///
  /// Outputs do not depend on each other, so eight are computed at once, each by the additions of a single one in their order.
  /// For a mean of five that takes an eighth of the time.
  ///
  /// - Parameters:
  ///   - first: where the rest begins.
  ///   - output: the output before.
  ///   - value: the outputs of eight windows. Behind the last reading windows hold numbers of no meaning.
  @inline(__always)
  mutating func slide(
    over levels: inout [DBm?], from first: Int, after output: inout DBm?,
    _ value: (LevelWindows) -> LevelWindows.Lanes
  ) {
    guard first < levels.count else { return }
    let (capacity, lanes) = (capacity, LevelWindows.Lanes.scalarCount)
    let room = min(levels.count - first, 256)
    // The latest readings, and behind them those that are heard in a part of the column.
    var line = values[end - capacity..<end] + [Double](repeating: 0, count: room + lanes)
    var outputs = [Double](repeating: 0, count: room + lanes)
    line.withUnsafeMutableBufferPointer { line in
      outputs.withUnsafeMutableBufferPointer { outputs in
        var levels = levels.mutableSpan
        for start in stride(from: first, to: levels.count, by: room) {
          let part = start..<min(start + room, levels.count)
          var heard = 0
          for index in part {
            guard let level = levels[index] else { continue }
            line[capacity &+ heard] = level.value
            heard &+= 1
          }
          for place in stride(from: 0, to: heard, by: lanes) {
            let windows = LevelWindows(readings: UnsafeRawBufferPointer(line), start: place &+ 1)
            UnsafeMutableRawBufferPointer(outputs).storeBytes(
              of: value(windows), toByteOffset: place &* MemoryLayout<Double>.stride,
              as: LevelWindows.Lanes.self)
          }
          var next = 0
          for index in part {
            if levels[index] != nil {
              output = DBm(outputs[next])
              next &+= 1
            }
            levels[index] = output
          }
          for position in 0..<capacity { line[position] = line[heard &+ position] }
        }
      }
    }
    for position in 0..<capacity { values[position] = line[position] }
    end = capacity
  }
}
