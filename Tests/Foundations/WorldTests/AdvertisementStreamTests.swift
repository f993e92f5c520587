import Testing
import World

@Suite struct AdvertisementStreamTests {
  private let heard = [
    Advertisement(microseconds: 1_250_000, anchor: 3, transmitter: 4, level: -71, channel: 38),
    Advertisement(microseconds: 1_250_001, anchor: 0, transmitter: 0, receiver: 2, level: -59),
    Advertisement(microseconds: 2_000_000, anchor: 1, transmitter: 1, level: -66.25, count: 7),
  ]

  private var stream: AdvertisementStream {
    var stream = AdvertisementStream()
    for advertisement in heard { stream.append(advertisement) }
    return stream
  }

  @Test func `reads back as the advertisements that were appended`() {
    #expect(stream.count == 3)
    #expect(Array(stream) == heard)
    #expect(stream.last == heard[2])
    #expect(stream.reversed().map(\.anchor) == [1, 0, 3])
    #expect(stream[1].channel == nil)
    #expect(heard[0].time == 1.25)
  }

  @Test func `keeps a column for each field`() {
    #expect(stream.microseconds == [1_250_000, 1_250_001, 2_000_000])
    #expect(stream.anchors == [3, 0, 1])
    #expect(stream.transmitters == [4, 0, 1])
    #expect(stream.receivers == [0, 2, 0])
    #expect(stream.levels == [-71, -59, -66.25])
    #expect(stream.channels == [38, 0, 0])
    #expect(stream.counts == [1, 1, 7])
  }

  @Test func `equal contents of another kind are another stream`() {
    #expect(AdvertisementStream() == AdvertisementStream(kind: .advertisements))
    #expect(AdvertisementStream() != AdvertisementStream(kind: .averages(seconds: 1)))
  }

  @Test func `is empty after it was emptied`() {
    var emptied = stream
    emptied.removeAll()
    #expect(emptied.isEmpty)
    #expect(emptied == AdvertisementStream())
  }

  struct Pieces: AdvertisementSource {
    let directory = StreamDirectory()
    let tally = StreamTally()
    var pieces: [[Advertisement]]

    mutating func next(into stream: inout AdvertisementStream) -> Bool {
      guard !pieces.isEmpty else { return false }
      for advertisement in pieces.removeFirst() { stream.append(advertisement) }
      return !pieces.isEmpty
    }
  }

  @Test func `a source read piece by piece gives the whole stream`() throws {
    var source = Pieces(pieces: [[heard[0]], [], [heard[1], heard[2]]])
    let whole = try source.stream()
    #expect(whole == stream)
    var none = Pieces(pieces: [])
    let nothing = try none.stream(kind: .averages(seconds: 2))
    #expect(nothing == AdvertisementStream(kind: .averages(seconds: 2)))
  }
}
