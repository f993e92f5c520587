import Documents
public import World

/// A readings file as a source of advertisements or averages, read piece by piece.
public struct ReadingsSource: AdvertisementSource {
  /// What each row stands for.
  public let kind: AdvertisementStream.Kind
  /// The site's anchors, and the transmitters read so far.
  public private(set) var directory: StreamDirectory
  /// Counts of the rows read and left out so far.
  public private(set) var tally = StreamTally()
  public var end: Int64? { lastTime }
  private var rows: TableReader
  private let site: Site?
  private let lap: Int?
  private let unknownBeacons: UnknownBeacons
  private let refusesGaps: Bool
  private var anchors: [String: Int] = [:]
  private var receivers: [String: Int] = [:]
  private var addresses: [String: UInt64] = [:]
  private var transmitters: [TransmitterKey: Int] = [:]
  private var lastLap: Int?
  private var lastTime: Int64?
  private var watch = MillisecondWatch()

  /// - Parameters:
  ///   - path: Of the table, in CSV.
  ///   - site: Names the anchors; nil makes an anchor of every beacon that the file names.
  ///   - kind: `.averages` when the rows are averages, stamped with the end of their window.
  ///   - lap: Which lap of a file with several is meant; nil when it has one.
  ///   - unknownBeacons: What becomes of a reading of a beacon that the site does not have.
  ///   - refusesGaps: Whether a time more than a day after the one before it is wrong.
  /// - Throws: When the file or its first row is wrong. What is wrong with a later row is thrown by ``next(into:)``.
  public init(
    contentsOf path: String, site: Site? = nil, kind: AdvertisementStream.Kind = .advertisements,
    lap: Int? = nil,
    unknownBeacons: UnknownBeacons = .refused, refusesGaps: Bool = false
  ) throws(FileProblem) {
    rows = try TableReader(contentsOf: path, columns: ReadingsTable.names, required: 3)
    self.kind = kind
    self.site = site
    self.lap = lap
    self.unknownBeacons = unknownBeacons
    self.refusesGaps = refusesGaps
    directory = site.map { StreamDirectory(of: $0, receivers: []) } ?? StreamDirectory(receivers: [])
    for (index, anchor) in directory.anchors.enumerated() { anchors[anchor.id] = index }
  }

  /// Reads up to 4096 rows; false when there are no more.
  public mutating func next(into stream: inout AdvertisementStream) throws(FileProblem) -> Bool {
    for _ in 0..<4096 {
      guard let row = try rows.next() else {
        if let lap, lastLap == nil { throw row(missing: lap) }
        if refusesGaps,
          let problem = watch.problem(
            rows.file, "divide them by 1000, or write them with a decimal point where they are seconds")
        {
          throw problem
        }
        return false
      }
      try take(row, into: &stream)
    }
    return true
  }

  /// The numbers in the column `lap`, in rising order; empty for a file without that column.
  public static func laps(in path: String) throws(FileProblem) -> [Int] {
    var rows = try TableReader(contentsOf: path, columns: ReadingsTable.names, required: 3)
    var laps: Set<Int> = []
    while let row = try rows.next() {
      if let lap = try row.lap(Column.lap.rawValue) { laps.insert(lap) }
    }
    return laps.sorted()
  }

  private typealias Column = ReadingsTable.Column

  private struct TransmitterKey: Hashable {
    let anchor: Int
    let text: String
  }

  private func row(missing lap: Int) -> FileProblem {
    FileProblem(file: rows.file, expected: "readings of lap \(lap)", found: "none")
  }

  private mutating func take(_ row: TableRow, into stream: inout AdvertisementStream) throws(FileProblem) {
    guard try isWanted(row) else { return }
    let microseconds = try time(of: row)
    guard let anchor = try anchor(of: row) else {
      tally.unknownIdentities += 1
      return
    }
    guard let level = try row.number(Column.level.rawValue, in: ReadingsTable.levels) else {
      tally.levelUnavailable += 1
      return
    }
    let channel = try row.integer(Column.channel.rawValue, in: .between(37, 39)).map { UInt8($0) }
    let count = try row.integer(Column.count.rawValue, in: .between(1, 1_000_000)) ?? 1
    let transmitter = try transmitter(of: row, anchor: anchor)
    stream.append(
      Advertisement(
        microseconds: microseconds, anchor: anchor, transmitter: transmitter, receiver: receiver(of: row),
        level: DBm(level), channel: channel, count: count))
    tally.delivered += 1
  }

  private mutating func isWanted(_ row: TableRow) throws(FileProblem) -> Bool {
    let number = try row.lap(Column.lap.rawValue)
    if let lap, let number, number != lap { return false }
    if lap == nil, let lastLap, number != lastLap {
      throw row.problem(Column.lap.rawValue, expected: "only lap \(lastLap), or --lap")
    }
    lastLap = number ?? lap
    return true
  }

  private mutating func time(of row: TableRow) throws(FileProblem) -> Int64 {
    let seconds = try row.requiredNumber(Column.time.rawValue, in: .between(0, 1e9))
    let microseconds = Int64((seconds * 1e6).rounded(.toNearestOrEven))
    if let lastTime, microseconds < lastTime {
      throw row.problem(
        Column.time.rawValue, expected: "times in rising order",
        found: "\(seconds) after \(Double(lastTime) / 1e6)")
    }
    if refusesGaps,
      let problem = RecordingGap.problem(
        from: lastTime.map { Double($0) / 1e6 }, to: seconds,
        { row.problem(Column.time.rawValue, expected: $0, found: $1) })
    {
      throw problem
    }
    lastTime = microseconds
    if refusesGaps {
      watch.add(seconds, isWhole: row.text(Column.time.rawValue).map { !$0.contains(".") } ?? true)
    }
    return microseconds
  }

  private mutating func anchor(of row: TableRow) throws(FileProblem) -> Int? {
    let id = String(try row.requiredText(Column.beacon.rawValue))
    if let known = anchors[id] { return known }
    if site != nil, unknownBeacons != .added {
      if unknownBeacons == .counted { return nil }
      let known = directory.anchors.map(\.id)
      throw row.problem(
        Column.beacon.rawValue, expected: "a beacon of the site \(site?.name ?? "")",
        found: jsonText(id) + suggestion(for: id, among: known))
    }
    let index = directory.add(StreamDirectory.Anchor(id: id, identity: nil))
    anchors[id] = index
    return index
  }

  private mutating func receiver(of row: TableRow) -> Int {
    let name = row.text(Column.receiver.rawValue).map { String($0) } ?? "receiver"
    if let known = receivers[name] { return known }
    let index = directory.add(receiver: name)
    receivers[name] = index
    return index
  }

  private mutating func transmitter(of row: TableRow, anchor: Int) throws(FileProblem) -> Int {
    let text = String(row.text(Column.transmitter.rawValue) ?? "")
    let key = TransmitterKey(anchor: anchor, text: text)
    if let known = transmitters[key] { return known }
    let index = directory.index(of: try transmitter(named: text, anchor: anchor, row))
    transmitters[key] = index
    return index
  }

  /// An address as ReadingsTable writes it; any other name gets an address of its own by order of appearance.
  private mutating func transmitter(named text: String, anchor: Int, _ row: TableRow) throws(FileProblem)
    -> StreamDirectory.Transmitter
  {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    var power = site.flatMap { anchor < $0.anchors.count ? $0.anchors[anchor].measuredPower : nil }
    if parts.count == 2 {
      power = parts[1].isEmpty ? nil : Double(parts[1]).map { DBm($0) }
      guard parts[1].isEmpty || power.map({ -128...127 ~= $0.value }) == true else {
        throw row.problem(Column.transmitter.rawValue, expected: "a measured power in dBm after @")
      }
    }
    let name = parts.first ?? ""
    guard !name.isEmpty else {
      return StreamDirectory.Transmitter(anchor: anchor, address: nil, measuredPower: power)
    }
    let address = DeviceAddress(reading: name) ?? numberedAddress(of: String(name))
    return StreamDirectory.Transmitter(anchor: anchor, address: address, measuredPower: power)
  }

  private mutating func numberedAddress(of name: String) -> DeviceAddress {
    let number = addresses[name] ?? UInt64(addresses.count + 1)
    addresses[name] = number
    return DeviceAddress(octets: number, isRandom: true)
  }
}

extension DeviceAddress {
  /// `C0:98:E5:00:00:01` for a random address, with `/public` behind it for a public one.
  fileprivate init?(reading text: Substring) {
    let isPublic = text.hasSuffix("/public")
    let groups = (isPublic ? text.dropLast(7) : text).split(separator: ":", omittingEmptySubsequences: false)
    guard groups.count == 6 else { return nil }
    var octets: UInt64 = 0
    for group in groups {
      guard group.utf8.count == 2, group.allSatisfy(\.isHexDigit), let octet = UInt8(group, radix: 16) else {
        return nil
      }
      octets = octets << 8 | UInt64(octet)
    }
    self.init(octets: octets, isRandom: !isPublic)
  }
}
