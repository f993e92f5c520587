public import World

/// The report of the phone at one callback: a reading for each anchor that was heard in the last window.
///
/// Every array has an element per anchor of the directory, in its order.
public struct PhoneReport: Hashable, Sendable {
  /// Seconds since the stream began: the end of the window.
  public var time: Double
  /// The window's average; nil when nothing was heard in it.
  public var levels: [DBm?]
  /// By anchor: the number of advertisements in the average.
  public var counts: [Int]
  /// An index into ``World/StreamDirectory/transmitters``: the last one whose advertisement went into the reading; -1
  /// for none.
  public var transmitters: [Int]
  /// Indices into ``World/StreamDirectory/transmitters``, rising: those that were heard for the first time.
  public var firstHeard: [Int]
  /// What was heard in the window, as it came; empty where the phone does not keep it, and in streams of averages.
  public var advertisements: [Advertisement]
  /// By anchor, and then by advertising channel: the average of those of its advertisements that came on that channel; empty
  /// where the phone does not keep it, and in streams of averages.
  public var channelLevels: [DBm?]
  /// The steps of the window; nil where the source has no motion sensors.
  public var steps: [Step]?

  public init(
    time: Double, levels: [DBm?], counts: [Int], transmitters: [Int], firstHeard: [Int] = [],
    advertisements: [Advertisement] = [], channelLevels: [DBm?] = [], steps: [Step]? = nil
  ) {
    self.channelLevels = channelLevels
    self.steps = steps
    self.time = time
    self.levels = levels
    self.counts = counts
    self.transmitters = transmitters
    self.firstHeard = firstHeard
    self.advertisements = advertisements
  }

  /// A report in which no anchor was heard.
  init(silenceAt time: Double, anchors: Int) {
    self.init(
      time: time, levels: [DBm?](repeating: nil, count: anchors), counts: [Int](repeating: 0, count: anchors),
      transmitters: [Int](repeating: -1, count: anchors))
  }
}

/// Counts of the outcomes of advertisements at a phone.
public struct PhoneTally: Hashable, Sendable {
  /// Those that went into readings.
  public var used = 0
  /// Those of a pillar's weaker transmitters.
  public var weakerTransmitters = 0
  /// Those whose level was not a finite number.
  public var notFinite = 0
  /// Those stamped before t = 0.
  public var beforeStart = 0
  /// Those stamped in a window that was already over; only live, since a whole stream is put in order first.
  public var late = 0
  /// Averages that were followed by another one of the same transmitter for the same window.
  public var replaced = 0
  /// Those of windows of which an app in the background heard nothing.
  public var asleep = 0
  /// Those stamped earlier than the one in front of them.
  public var outOfOrder = 0
  /// Those whose advertising channel is not known, where the phone averages by channel too.
  public var withoutChannel = 0

  public init() {}
}

/// Why a stream cannot be turned into readings.
public struct PhoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence with the limit that the stream exceeds.
  public let description: String

  /// The stream would give more readings than ``Phone/readingLimit``, as when a clock jumps by months.
  static func tooLong(seconds: Double, anchors: Int) -> PhoneError {
    PhoneError(
      description:
        "the stream spans \(seconds) s with \(anchors) anchors, expected at most \(Phone.readingLimit) readings; check its clock for jumps"
    )
  }
}
