import NumericalMethods
import Radio
import World

/// The advertisements of one window, as sums by sender.
///
/// A sender is what one address sends for one anchor: transmitters that differ in their measured power only are
/// one sender, and a pillar is an anchor with several.
struct PhoneWindow: Sendable {
  private struct Sum {
    var total = 0.0
    var strongest = -Double.infinity
    var count: Int32 = 0
    /// How many elements of the stream went in, which for averages is not the count.
    var elements: Int32 = 0
    var transmitter: Int32 = -1

    /// Adds one advertisement.
    mutating func add(_ level: Double, isOfMilliwatts: Bool, from transmitter: Int32) {
      total += isOfMilliwatts ? MilliwattTable.milliwatts(level) : level
      strongest = max(strongest, level)
      count += 1
      elements += 1
      self.transmitter = transmitter
    }
  }

  private struct SenderKey: Hashable {
    let anchor: Int
    let address: DeviceAddress?
  }

  private let phone: PhoneSettings
  private let isOfAverages: Bool
  private var sums: [Sum] = []
  private var anchorOfSender: [Int] = []
  private var senderOfTransmitter: [Int32] = []
  private var senders: [SenderKey: Int32] = [:]
  private(set) var anchors = 0
  /// By anchor, the sender whose sum makes the reading; -1 for none.
  private var kept: [Int32] = []
  /// By transmitter: whether no window has reported it yet, this one included.
  private var isNew: [Bool] = []
  /// The new transmitters of this window.
  private var firstHeard: [Int] = []
  /// Whether some sender has several transmitters, of which a sum keeps the last one only.
  private var hasSharedSenders = false
  private let keepsAdvertisements: Bool
  private var advertisements: [Advertisement] = []
  private let keepsChannels: Bool
  /// By sender, and then by advertising channel; empty where channels are not kept.
  private var channelSums: [Sum] = []
  private var withoutChannel = 0

  init(phone: PhoneSettings, isOfAverages: Bool, keepsAdvertisements: Bool, keepsChannels: Bool) {
    self.phone = phone
    self.isOfAverages = isOfAverages
    self.keepsAdvertisements = keepsAdvertisements && !isOfAverages
    self.keepsChannels = keepsChannels && !isOfAverages
  }

  /// Enters what the directory has gained.
  mutating func learn(_ directory: StreamDirectory) {
    anchors = directory.anchors.count
    for index in senderOfTransmitter.count..<max(directory.transmitters.count, senderOfTransmitter.count) {
      let transmitter = directory.transmitters[index]
      let key = SenderKey(anchor: transmitter.anchor, address: transmitter.address)
      isNew.append(true)
      if let known = senders[key] {
        senderOfTransmitter.append(known)
        hasSharedSenders = true
        if sums[Int(known)].count > 0 { note(sums[Int(known)].transmitter) }
      } else {
        senders[key] = Int32(sums.count)
        senderOfTransmitter.append(Int32(sums.count))
        anchorOfSender.append(transmitter.anchor)
        sums.append(Sum())
        if keepsChannels { channelSums += repeatElement(Sum(), count: AdvertisingChannel.count) }
      }
    }
  }

  private mutating func note(_ transmitter: Int32) {
    guard isNew[Int(transmitter)] else { return }
    isNew[Int(transmitter)] = false
    firstHeard.append(Int(transmitter))
  }

  /// Takes the advertisements of a stretch of a stream, and gives how many it left out because their level is
  /// not a finite number.
  mutating func add(_ stretch: Range<Int>, of stream: AdvertisementStream) -> Int {
    let (levels, transmitters) = (stream.levels, stream.transmitters)
    if hasSharedSenders {
      for index in stretch where levels[index].value.isFinite { note(transmitters[index]) }
    }
    if keepsAdvertisements {
      advertisements += stretch.lazy.filter { levels[$0].value.isFinite }.map { stream[$0] }
    }
    if keepsChannels { addByChannel(stretch, of: stream) }
    var leftOut = 0
    let (isOfMilliwatts, senderOfTransmitter) = (phone.averageOf == .milliwatts, senderOfTransmitter)
    // A span is checked for bounds like the array and spares the check for sharing at every access.
    var sums = sums.mutableSpan
    for index in stretch {
      let level = levels[index].value
      guard level.isFinite else {
        leftOut += 1
        continue
      }
      let transmitter = transmitters[index]
      let sender = Int(senderOfTransmitter[Int(transmitter)])
      sums[sender].add(level, isOfMilliwatts: isOfMilliwatts, from: transmitter)
    }
    return leftOut
  }

  private mutating func addByChannel(_ stretch: Range<Int>, of stream: AdvertisementStream) {
    for index in stretch where stream.levels[index].value.isFinite {
      guard let channel = AdvertisingChannel.index(of: stream.channels[index]) else {
        withoutChannel += 1
        continue
      }
      let transmitter = stream.transmitters[index]
      let sender = Int(senderOfTransmitter[Int(transmitter)])
      channelSums[AdvertisingChannel.count * sender + channel].add(
        stream.levels[index].value, isOfMilliwatts: phone.averageOf == .milliwatts, from: transmitter)
    }
  }

  /// Takes an average, which replaces an earlier one of the same sender. Returns whether there was one.
  mutating func set(level: Double, count: Int32, transmitter: Int32) -> Bool {
    let sender = Int(senderOfTransmitter[Int(transmitter)])
    let isReplaced = sums[sender].count > 0
    note(transmitter)
    sums[sender] = Sum(
      total: level, strongest: level, count: max(count, 1), elements: 1, transmitter: transmitter)
    return isReplaced
  }

  /// Gives the window's readings and empties it for the next.
  mutating func close(at time: Double, tally: inout PhoneTally) -> PhoneReport {
    var report = PhoneReport(silenceAt: time, anchors: anchors)
    kept.removeAll(keepingCapacity: true)
    kept.append(contentsOf: repeatElement(-1, count: anchors))
    for sender in sums.indices where sums[sender].count > 0 {
      let anchor = anchorOfSender[sender]
      if kept[anchor] >= 0, strength(of: Int(kept[anchor])) >= strength(of: sender) {
        tally.weakerTransmitters += Int(sums[sender].elements)
      } else {
        if kept[anchor] >= 0 { tally.weakerTransmitters += Int(sums[Int(kept[anchor])].elements) }
        kept[anchor] = Int32(sender)
      }
    }
    for anchor in kept.indices where kept[anchor] >= 0 {
      let sum = sums[Int(kept[anchor])]
      report.levels[anchor] = DBm(reading(of: sum))
      report.counts[anchor] = Int(sum.count)
      report.transmitters[anchor] = Int(sum.transmitter)
      tally.used += Int(sum.elements)
    }
    if keepsChannels {
      report.channelLevels = takeChannelLevels()
      tally.withoutChannel += withoutChannel
      withoutChannel = 0
    }
    for sender in sums.indices where sums[sender].count > 0 {
      note(sums[sender].transmitter)
      sums[sender] = Sum()
    }
    if !firstHeard.isEmpty {
      report.firstHeard = firstHeard.sorted()
      firstHeard = []
    }
    if keepsAdvertisements { swap(&report.advertisements, &advertisements) }
    return report
  }

  /// By anchor, and then by channel, the averages of the senders that were kept.
  private mutating func takeChannelLevels() -> [DBm?] {
    defer { for index in channelSums.indices { channelSums[index] = Sum() } }
    return kept.flatMap { sender in
      (0..<AdvertisingChannel.count).map { channel in
        guard sender >= 0 else { return nil }
        let sum = channelSums[AdvertisingChannel.count * Int(sender) + channel]
        return sum.count > 0 ? DBm(reading(of: sum)) : nil
      }
    }
  }

  /// Empties the window as if nothing had been heard in it, and gives what would have been used.
  mutating func drop() -> PhoneTally {
    var dropped = PhoneTally()
    for transmitter in close(at: 0, tally: &dropped).firstHeard { isNew[transmitter] = true }
    return dropped
  }

  /// By what the transmitters of a pillar are compared.
  private func strength(of sender: Int) -> Double {
    let sum = sums[sender]
    return isOfAverages || phone.pillar == .perAdvertisement ? sum.strongest : sum.total / Double(sum.count)
  }

  private func reading(of sum: Sum) -> Double {
    if isOfAverages { return sum.total }
    let mean = sum.total / Double(sum.count)
    let level = phone.averageOf == .dBm ? mean : 10 * Elementary.log10(mean)
    // Adding 0 turns a rounded -0.3 into plain zero.
    return phone.rounding == .halfToEven ? Elementary.nearestInteger(level) + 0 : level
  }
}

/// Powers of whole levels, which most advertisements have, looked up.
private enum MilliwattTable {
  private static let powers = (-128...127).map { DBm(Double($0)).milliwatts }

  static func milliwatts(_ level: Double) -> Double {
    guard level >= -128, level <= 127, let whole = Int(exactly: level) else { return DBm(level).milliwatts }
    return powers[whole + 128]
  }
}
