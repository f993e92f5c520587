public import World

/// The columns of a readings file, `time_s,beacon,rssi_dbm[,receiver,transmitter,channel,count,lap]`, and how
/// a stream is written as one.
public enum ReadingsTable {
  enum Column: Int, CaseIterable {
    case time, beacon, level, receiver, transmitter, channel, count, lap
  }

  static let names = ["time_s", "beacon", "rssi_dbm", "receiver", "transmitter", "channel", "count", "lap"]

  /// A stream as a table, whose first row names the columns; reading it back gives the same stream.
  ///
  /// Times are in seconds, levels in dBm, both by Swift's `description`. Columns that would say nothing are
  /// left out. A transmitter is its address, followed by `/public` when that is not random, and by `@` and the
  /// measured power in dBm when that is not the site's.
  ///
  /// - Parameters:
  ///   - site: The one that the stream's anchors were made from; nil for none.
  ///   - lap: Written in a column of its own when given.
  public static func text(
    of stream: AdvertisementStream, directory: StreamDirectory, site: Site? = nil, lap: Int? = nil
  ) -> String {
    let transmitters = directory.transmitters.map { name(of: $0, site: site) }
    let hasReceivers = directory.receivers != ["receiver"]
    let hasTransmitters = transmitters.contains { !$0.isEmpty }
    let hasChannels = stream.channels.contains { $0 != 0 }
    let hasCounts = stream.counts.contains { $0 != 1 }
    let given = [true, true, true, hasReceivers, hasTransmitters, hasChannels, hasCounts, lap != nil]
    var text = zip(names, given).filter(\.1).map(\.0).joined(separator: ",") + "\n"
    for advertisement in stream {
      text +=
        "\(advertisement.time),\(directory.anchors[advertisement.anchor].id),\(advertisement.level.value)"
      if hasReceivers { text += ",\(directory.receivers[advertisement.receiver])" }
      if hasTransmitters { text += ",\(transmitters[advertisement.transmitter])" }
      if hasChannels { text += ",\(advertisement.channel.map { "\($0)" } ?? "")" }
      if hasCounts { text += ",\(advertisement.count)" }
      if let lap { text += ",\(lap)" }
      text += "\n"
    }
    return text
  }

  private static func name(of transmitter: StreamDirectory.Transmitter, site: Site?) -> String {
    let address = transmitter.address.map { $0.isRandom ? "\($0)" : "\($0)/public" } ?? ""
    let usual = site.flatMap {
      $0.anchors.indices.contains(transmitter.anchor) ? $0.anchors[transmitter.anchor] : nil
    }
    guard transmitter.measuredPower != usual?.measuredPower else { return address }
    return address + "@" + (transmitter.measuredPower.map { "\($0.value)" } ?? "")
  }
}
