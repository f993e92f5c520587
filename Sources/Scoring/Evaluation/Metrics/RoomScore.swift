/// The rooms of a pipeline's fixes against the rooms of the walker.
///
/// A moment at which the walker is in no room of the site counts as outside and not as an answer. A fix in no room is
/// wrong. The share in the right room is taken over all answers, where the room in which the walker was longest counts
/// most, and as the mean of the rooms' shares (the macro-average), where all rooms count equally. Source: zone detection in
/// ISO/IEC 18305:2016, section 8.3, whose zones are the site's rooms; the macro-average is ours.
public struct RoomScore: Hashable, Sendable {
  /// The answers while the walker was in one room.
  public struct Row: Hashable, Sendable {
    /// An index into ``World/Site/rooms``.
    public let room: Int
    /// The number of fixes in each room of the site.
    public let found: [Int]
    /// Fixes in no room.
    public let foundNowhere: Int

    /// All answers while the walker was in the room, those outside every room included.
    public var count: Int { found.reduce(foundNowhere, +) }
    /// The fixes in the walker's room, of all.
    public var hitRate: HitRate { HitRate(hits: found[room], of: count) }
  }

  /// The rooms with an answer, in the site's order.
  public let rows: [Row]
  /// Measured fixes while the walker was in no room.
  public let outside: Int

  /// Pooled over all answers.
  public var hitRate: HitRate {
    HitRate(hits: rows.reduce(0) { $0 + $1.hitRate.hits }, of: rows.reduce(0) { $0 + $1.count })
  }

  /// The mean of the rooms' shares, 0 to 1; nil without answers.
  public var macroShare: Double? {
    rows.isEmpty ? nil : rows.reduce(0) { $0 + ($1.hitRate.share ?? 0) } / Double(rows.count)
  }

  /// - Parameters:
  ///   - laps: the errors of each lap, in any order.
  ///   - rooms: the number of rooms of the site; nil to take those that occur.
  public init(ofLaps laps: some Collection<[PositionError]>, rooms: Int? = nil) {
    let rooms =
      rooms
      ?? laps.lazy.joined().reduce(0) { max($0, ($1.room ?? -1) + 1, ($1.offset?.room ?? -1) + 1) }
    var found = [[Int]](repeating: [Int](repeating: 0, count: rooms + 1), count: rooms)
    var outside = 0
    for lap in laps {
      for error in lap {
        guard let offset = error.offset else { continue }
        guard let room = error.room else {
          outside += 1
          continue
        }
        found[room][offset.room ?? rooms] += 1
      }
    }
    self.outside = outside
    rows = found.indices.compactMap { room in
      let row = Row(room: room, found: Array(found[room].dropLast()), foundNowhere: found[room][rooms])
      return row.count > 0 ? row : nil
    }
  }
}

/// The number of correct answers among all answers.
public struct HitRate: Hashable, Sendable {
  /// The number of correct answers.
  public let hits: Int
  /// The number of all answers.
  public let count: Int

  public init(hits: Int, of count: Int) {
    self.hits = hits
    self.count = count
  }

  /// 0 to 1; nil without answers.
  public var share: Double? { count > 0 ? Double(hits) / Double(count) : nil }
}
