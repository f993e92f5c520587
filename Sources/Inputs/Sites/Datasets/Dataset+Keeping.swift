import Documents
public import World

extension SiteFile {
  /// The site with some of its anchors alone.
  ///
  /// - Parameter anchors: indices of anchors.
  public func keeping(_ anchors: [Int]) throws(FileProblem) -> SiteFile {
    let kept = Set(anchors.map { site.anchors[$0].id })
    var document = document
    for key in ["beacons", "receivers"] {
      let entries = try document.elements(key).filter { entry in
        ["id", "pillar"].contains { name in (try? entry.text(name)).map(kept.contains) ?? false }
      }
      document = try document.setting(key, to: Document(entries))
    }
    return try SiteFile(document)
  }
}

extension Dataset {
  /// What is left of the recordings without the readings of all other anchors.
  ///
  /// - Parameters:
  ///   - anchors: indices of anchors of the site, ascending.
  ///   - site: with these anchors alone, as ``SiteFile/keeping(_:)`` gives it.
  public func keeping(_ anchors: [Int], on site: SiteFile) -> Dataset {
    var numbers = [Int?](repeating: nil, count: self.site.site.anchors.count)
    for (new, old) in anchors.enumerated() { numbers[old] = new }
    func number(of anchor: Int) -> Int? { numbers.indices.contains(anchor) ? numbers[anchor] : nil }
    var part = self
    part.site = site
    part.walks = walks.map { walk in
      var walk = walk
      walk.source = walk.source.keeping(number, on: site.site)
      return walk
    }
    part.calibration = calibration.compactMap { reading in
      number(of: reading.anchor).map { anchor in
        var reading = reading
        reading.anchor = anchor
        return reading
      }
    }
    return part
  }
}

extension RecordedReadings {
  /// The readings of the anchors that have a number on another site.
  fileprivate func keeping(_ number: (Int) -> Int?, on site: Site) -> RecordedReadings {
    var others = StreamDirectory(of: site, receivers: directory.receivers)
    var stream = AdvertisementStream(kind: recorded.kind)
    for advertisement in recorded {
      guard let anchor = number(advertisement.anchor) else { continue }
      var kept = advertisement
      kept.anchor = anchor
      if directory.transmitters.indices.contains(advertisement.transmitter) {
        let sender = directory.transmitters[advertisement.transmitter]
        kept.transmitter = others.index(
          of: .init(anchor: anchor, address: sender.address, measuredPower: sender.measuredPower))
      }
      stream.append(kept)
    }
    stream.steps = recorded.steps
    return RecordedReadings(stream, directory: others, tally: tally, end: end ?? 0)
  }
}
