import World

/// Streams written by hand: seconds, anchor, level, and where it matters the transmitter.
struct Heard {
  var time: Double
  var anchor = 0
  var level: Double
  var transmitter: Int?
  var count = 1

  init(_ time: Double, _ level: Double, anchor: Int = 0, transmitter: Int? = nil, count: Int = 1) {
    (self.time, self.anchor, self.level, self.count) = (time, anchor, level, count)
    self.transmitter = transmitter
  }
}

func stream(
  _ heard: [Heard], kind: AdvertisementStream.Kind = .advertisements
) -> AdvertisementStream {
  var stream = AdvertisementStream(kind: kind)
  for one in heard {
    stream.append(
      Advertisement(
        microseconds: Int64((one.time * 1e6).rounded()), anchor: one.anchor,
        transmitter: one.transmitter ?? one.anchor, level: DBm(one.level), count: one.count))
  }
  return stream
}

/// A directory with the given transmitters' anchors, each of its own address.
func directory(anchors: Int, transmitters: [Int]? = nil) -> StreamDirectory {
  var directory = StreamDirectory(
    anchors: (0..<anchors).map { StreamDirectory.Anchor(id: "b\($0)", identity: nil) })
  for (index, anchor) in (transmitters ?? Array(0..<anchors)).enumerated() {
    _ = directory.index(
      of: StreamDirectory.Transmitter(
        anchor: anchor, address: DeviceAddress(octets: UInt64(index), isRandom: false), measuredPower: -59))
  }
  return directory
}
