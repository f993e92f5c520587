/// Sorts received packets by time without comparing each with many others: it distributes them over bins of equal
/// length, up to twice as many as there are packets, and then moves each past its few misplaced neighbours.
///
/// The bins extend to the last packet. Transmitters send ahead of the piece of the stream that is wanted; with bins
/// that ended with the piece, all those packets would fall into the last one.
struct TimeOrder: Sendable {
  private var bins: [Int32] = []

  /// The packets in order.
  ///
  /// - Parameters:
  ///   - start: microseconds; few packets lie before it.
  ///   - latest: microseconds of the last packet, or later.
  mutating func sorted(_ heard: [Heard], from start: Int64, through latest: Int64) -> [Heard] {
    let count = heard.count
    let length = (max(latest, start) + 1 - start) << 20
    var shift: Int64 = 20
    while length >> shift > 2 * Int64(count) { shift += 1 }
    let origin = start << 20
    let last = Int(length >> shift)
    func bin(_ packet: Heard) -> Int {
      min(max(Int(truncatingIfNeeded: (packet.order &- origin) &>> shift), 0), last)
    }
    bins.removeAll(keepingCapacity: true)
    bins.append(contentsOf: repeatElement(0, count: last + 2))
    return bins.withUnsafeMutableBufferPointer { bins in
      for packet in heard { bins[bin(packet) &+ 1] &+= 1 }
      var before: Int32 = 0
      for index in 0...last + 1 {
        before &+= bins[index]
        bins[index] = before
      }
      // Every element is written exactly once: the bins' counts add up to that of the packets.
      return [Heard](unsafeUninitializedCapacity: count) { ordered, initialized in
        for packet in heard {
          let index = bin(packet)
          ordered.initializeElement(at: Int(bins[index]), to: packet)
          bins[index] &+= 1
        }
        initialized = count
        TimeOrder.settle(&ordered, count)
      }
    }
  }

  /// Moves each packet in front of the packets before it that have a later order, which are few.
  private static func settle(_ heard: inout UnsafeMutableBufferPointer<Heard>, _ count: Int) {
    for index in stride(from: 1, to: count, by: 1) where heard[index - 1].order > heard[index].order {
      let packet = heard[index]
      var place = index
      while place > 0, heard[place - 1].order > packet.order {
        heard[place] = heard[place - 1]
        place -= 1
      }
      heard[place] = packet
    }
  }
}
