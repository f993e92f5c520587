import World

/// Maps a stream that was read without a site to the indices of a site: the site's anchors first, in its order, and after
/// them the stream's other beacons, so that monitoring a fleet also shows foreign beacons.
struct SiteDirectory: Sendable {
  private(set) var directory: StreamDirectory
  private let site: Site
  /// By anchor of the stream.
  private var anchors: [Int] = []
  /// By transmitter of the stream.
  private var transmitters: [Int] = []

  init(site: Site) {
    self.site = site
    directory = StreamDirectory(of: site)
  }

  /// The same stream in the indices of the site.
  mutating func translated(_ stream: AdvertisementStream, of source: StreamDirectory) -> AdvertisementStream {
    meet(source)
    var own = AdvertisementStream(kind: stream.kind)
    own.append(
      contentsOf: stream.map { advertisement in
        var advertisement = advertisement
        advertisement.anchor = anchors[advertisement.anchor]
        advertisement.transmitter = transmitters[advertisement.transmitter]
        return advertisement
      })
    own.append(
      sensorReports: stream.sensorReports.map { report in
        SensorReport(
          microseconds: report.microseconds, anchor: anchors[report.anchor],
          temperature: report.temperature, isMoving: report.isMoving, orientation: report.orientation,
          batteryVoltage: report.batteryVoltage)
      })
    return own
  }

  /// Looks up what the stream has named since the last time.
  private mutating func meet(_ source: StreamDirectory) {
    for anchor in source.anchors[anchors.count...] {
      let own = site.anchors.firstIndex { own in
        own.id == anchor.id || own.identity.map { $0 == anchor.identity } ?? false
      }
      anchors.append(own ?? directory.add(anchor))
    }
    for transmitter in source.transmitters[transmitters.count...] {
      transmitters.append(
        directory.index(
          of: .init(
            anchor: anchors[transmitter.anchor], address: transmitter.address,
            measuredPower: transmitter.measuredPower)))
    }
  }
}
