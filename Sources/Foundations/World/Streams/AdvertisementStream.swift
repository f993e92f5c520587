/// One advertisement as it was heard.
public struct Advertisement: Hashable, Sendable {
  /// Whole microseconds since t = 0 of the stream.
  public var microseconds: Int64
  /// An index into ``StreamDirectory/anchors``.
  public var anchor: Int
  /// An index into ``StreamDirectory/transmitters``.
  public var transmitter: Int
  /// An index into ``StreamDirectory/receivers``.
  public var receiver: Int
  /// Whole dBm, or fractional for an average.
  public var level: DBm
  /// 37, 38 or 39; nil where the source does not say, as HCI never does.
  public var channel: UInt8?
  /// How many advertisements the level is the mean of; 1 for a single one.
  public var count: Int

  public init(
    microseconds: Int64, anchor: Int, transmitter: Int, receiver: Int = 0, level: DBm, channel: UInt8? = nil,
    count: Int = 1
  ) {
    self.microseconds = microseconds
    self.anchor = anchor
    self.transmitter = transmitter
    self.receiver = receiver
    self.level = level
    self.channel = channel
    self.count = count
  }

  /// Seconds since t = 0 of the stream.
  public var time: Double { Double(microseconds) / 1e6 }
}

/// The channels on which beacons advertise: 37, 38 and 39.
public enum AdvertisingChannel {
  /// In the order in which a beacon sends on them.
  public static let numbers: ClosedRange<UInt8> = 37...39
  /// How many there are.
  public static let count = numbers.count

  /// The index of a channel, counted from 0; nil for any other number, such as the 0 of an unknown channel.
  public static func index(of number: UInt8) -> Int? {
    numbers.contains(number) ? Int(number - numbers.lowerBound) : nil
  }
}

/// Advertisements in the order in which they were heard, a column per field.
///
/// Simulated and recorded streams have the same type; later stages cannot distinguish them.
public struct AdvertisementStream: Hashable, Sendable {
  /// Whether elements are single advertisements or means.
  public enum Kind: Hashable, Sendable {
    /// Each element is one advertisement.
    case advertisements
    /// Each element is an average over a window of this many seconds, stamped with the end of the window.
    case averages(seconds: Double)
    /// The elements of one time are one scan, which is stamped with its end.
    case scans
  }

  /// Fixed for the whole stream; a source gives one kind only.
  public let kind: Kind
  /// The column of ``Advertisement/microseconds``, never decreasing.
  public private(set) var microseconds: [Int64] = []
  /// The column of ``Advertisement/anchor``.
  public private(set) var anchors: [Int32] = []
  /// The column of ``Advertisement/transmitter``.
  public private(set) var transmitters: [Int32] = []
  /// The column of ``Advertisement/receiver``.
  public private(set) var receivers: [Int32] = []
  /// The column of ``Advertisement/level``.
  public private(set) var levels: [DBm] = []
  /// 0 where the channel is not known.
  public private(set) var channels: [UInt8] = []
  /// The column of ``Advertisement/count``; all 1 for single advertisements.
  public private(set) var counts: [Int32] = []
  /// The steps that the receiver's motion sensors detected, in order of time; nil where the source has no motion sensors.
  public var steps: [Step]?
  /// The reports of sensor beacons in the advertisements of the stream, in order of time.
  public private(set) var sensorReports: [SensorReport] = []

  public init(kind: Kind = .advertisements) { self.kind = kind }

  /// - Parameter capacity: the number of advertisements that fit without another allocation.
  public mutating func reserveCapacity(_ capacity: Int) {
    microseconds.reserveCapacity(capacity)
    anchors.reserveCapacity(capacity)
    transmitters.reserveCapacity(capacity)
    receivers.reserveCapacity(capacity)
    levels.reserveCapacity(capacity)
    channels.reserveCapacity(capacity)
    counts.reserveCapacity(capacity)
  }

  public mutating func append(_ advertisement: Advertisement) {
    microseconds.append(advertisement.microseconds)
    anchors.append(Int32(advertisement.anchor))
    transmitters.append(Int32(advertisement.transmitter))
    receivers.append(Int32(advertisement.receiver))
    levels.append(advertisement.level)
    channels.append(advertisement.channel ?? 0)
    counts.append(Int32(advertisement.count))
  }

  /// Appends advertisements in order of time, column by column: a fifth of the cost of one at a time.
  public mutating func append(contentsOf advertisements: [Advertisement]) {
    Self.append(advertisements, to: &microseconds) { $0.microseconds }
    Self.append(advertisements, to: &anchors) { Int32($0.anchor) }
    Self.append(advertisements, to: &transmitters) { Int32($0.transmitter) }
    Self.append(advertisements, to: &receivers) { Int32($0.receiver) }
    Self.append(advertisements, to: &levels) { $0.level }
    Self.append(advertisements, to: &channels) { $0.channel ?? 0 }
    Self.append(advertisements, to: &counts) { Int32($0.count) }
  }

  private static func append<Value>(
    _ advertisements: [Advertisement], to column: inout [Value], _ value: (Advertisement) -> Value
  ) {
    column.append(addingCapacity: advertisements.count) { room in
      for advertisement in advertisements { room.append(value(advertisement)) }
    }
  }

  /// Appends single advertisements of one receiver, given as columns of one length in order of time.
  ///
  /// - Parameters:
  ///   - microseconds: times since t = 0.
  ///   - anchors: indices into the directory's anchors.
  ///   - transmitters: indices into the directory's transmitters.
  ///   - receiver: the index of the one that heard all of them.
  ///   - levels: one for each advertisement.
  ///   - channels: 0 where the channel is not known.
  public mutating func append(
    microseconds: [Int64], anchors: [Int32], transmitters: [Int32], receiver: Int = 0, levels: [DBm],
    channels: [UInt8]
  ) {
    guard !isEmpty else {
      // Assigned rather than copied: most streams are made in one piece.
      self.microseconds = microseconds
      self.anchors = anchors
      self.transmitters = transmitters
      receivers = [Int32](repeating: Int32(receiver), count: microseconds.count)
      self.levels = levels
      self.channels = channels
      counts = [Int32](repeating: 1, count: microseconds.count)
      return
    }
    self.microseconds += microseconds
    self.anchors += anchors
    self.transmitters += transmitters
    receivers += repeatElement(Int32(receiver), count: microseconds.count)
    self.levels += levels
    self.channels += channels
    counts += repeatElement(1, count: microseconds.count)
  }

  /// Empties the stream and keeps its storage, so that a live source can be read piece by piece.
  public mutating func removeAll() {
    microseconds.removeAll(keepingCapacity: true)
    anchors.removeAll(keepingCapacity: true)
    transmitters.removeAll(keepingCapacity: true)
    receivers.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    channels.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    sensorReports.removeAll(keepingCapacity: true)
  }

  /// Appends the reports of sensor beacons, in order of time.
  public mutating func append(sensorReports reports: [SensorReport]) { sensorReports += reports }
}

extension AdvertisementStream: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { microseconds.count }

  /// - Precondition: the position is below ``endIndex``.
  public subscript(position: Int) -> Advertisement {
    Advertisement(
      microseconds: microseconds[position], anchor: Int(anchors[position]),
      transmitter: Int(transmitters[position]), receiver: Int(receivers[position]), level: levels[position],
      channel: channels[position] == 0 ? nil : channels[position], count: Int(counts[position]))
  }
}
