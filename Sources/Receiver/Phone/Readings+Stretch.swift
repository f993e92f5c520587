import World

extension Readings {
  /// The callbacks of one stretch, as if nothing had been heard before or after; the tally stays that of the whole.
  ///
  /// - Parameter indices: of ``times``.
  public subscript(indices: Range<Int>) -> Readings {
    Readings(
      reports: indices.map(report), anchors: levels.count, interval: interval, tally: tally)
  }
}
