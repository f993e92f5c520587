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
    var line = Array(values[end - capacity..<end]) + [Double](repeating: 0, count: room + lanes)
    var outputs = [Double](repeating: 0, count: room + lanes)
    line.withUnsafeMutableBufferPointer { line in
      outputs.withUnsafeMutableBufferPointer { outputs in
        var levels = levels.mutableSpan
        for start in stride(from: first, to: levels.count, by: room) {
          let part = start..<min(start + room, levels.count)
          let heard = gather(part, of: levels, into: line, from: capacity)
          for place in stride(from: 0, to: heard, by: lanes) {
            let windows = LevelWindows(readings: UnsafeRawBufferPointer(line), start: place &+ 1)
            UnsafeMutableRawBufferPointer(outputs).storeBytes(
              of: value(windows), toByteOffset: place &* MemoryLayout<Double>.stride,
              as: LevelWindows.Lanes.self)
          }
          hand(outputs, to: &levels, part, isWhole: heard == part.count, after: &output)
          for position in 0..<capacity { line[position] = line[heard &+ position] }
        }
      }
    }
    for position in 0..<capacity { values[position] = line[position] }
    end = capacity
  }

  /// Puts the readings of a part of the column behind those before it, and returns how many it has.
  @inline(__always)
  private func gather(
    _ part: Range<Int>, of levels: borrowing MutableSpan<DBm?>, into line: UnsafeMutableBufferPointer<Double>,
    from first: Int
  ) -> Int {
    // Written for missed seconds too, and overwritten by the next reading: a branch would cost more than the store.
    var heard = first
    for index in part {
      let level = levels[unchecked: index]
      line[heard] = level?.value ?? 0
      heard &+= level == nil ? 0 : 1
    }
    return heard &- first
  }

  /// Puts the outputs in the places of the readings, and the output before in those of missed seconds.
  @inline(__always)
  private func hand(
    _ outputs: UnsafeMutableBufferPointer<Double>, to levels: inout MutableSpan<DBm?>, _ part: Range<Int>,
    isWhole: Bool,
    after output: inout DBm?
  ) {
    guard !isWhole else {
      for index in part { levels[unchecked: index] = DBm(outputs[index &- part.lowerBound]) }
      output = levels[part.upperBound - 1]
      return
    }
    var next = 0
    for index in part {
      if levels[index] != nil {
        output = DBm(outputs[next])
        next &+= 1
      }
      levels[index] = output
    }
  }
}
