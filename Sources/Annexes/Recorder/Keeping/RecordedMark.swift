package import Documents
package import World

/// One line of a recorder's file of presses: a press, or what was changed about earlier ones. Nothing is overwritten.
package struct RecordedMark: DeclaredSettings {
  package enum Kind: String, Sendable, CaseIterable {
    case press, correction, undo, end
  }

  /// Chosen by the page, so that what is sent twice is kept once.
  package var id = ""
  package var kind = Kind.press
  /// Of the moment, by the server's clock.
  package var unixSeconds = 0.0
  /// By how many seconds the moment may be off, as far as the page can tell.
  package var uncertainty: Double?
  /// Where the walker was: a test point of the site, or a place in metres and the level of its floor.
  package var point: String?
  package var x: Double?
  package var y: Double?
  package var floor: Int?
  /// The mark that is corrected or undone.
  package var of: String?

  package static let keys: [SettingKey<RecordedMark>] = [
    .required("id", \.id, .text(.name), "A name that no other mark has; a second mark with it is not kept."),
    .required(
      "kind", \.kind,
      .words([
        ("press", .press, "the walker passes a place."),
        ("correction", .correction, "a press was elsewhere."),
        ("undo", .undo, "a press, or the end of a walk, does not count."),
        ("end", .end, "the walk ends; the next press begins another."),
      ]), "What is marked."),
    .required(
      "unixSeconds", \.unixSeconds, .number(.between(0, 1e11)), unit: "s", "When, by the server's clock."),
    .optional(
      "uncertainty", \.uncertainty, .number(.between(0, 1e6)), unit: "s",
      "By how much the moment may be off: half of the round trip by which the page compared the clocks."),
    .optional("point", \.point, .text(.line), "The test point of the site that is passed."),
    .optional("x", \.x, .number(.coordinate), unit: "m", "The place, where it is no test point."),
    .optional("y", \.y, .number(.coordinate), unit: "m", "The place, where it is no test point."),
    .optional(
      "floor", \.floor, .integer(.between(-1000, 1000)),
      "The level of its floor; by default the site's first."
    ),
    .optional("of", \.of, .text(.name), "The mark that is corrected or undone."),
  ]

  package static let rules: [Schema.KeyRule] = [.together("x", "y"), .atMostOne(of: "point", "x")]

  package var conflict: SettingFault? {
    let changes = kind == .correction || kind == .undo
    if changes != (of != nil) {
      return SettingFault(
        key: "of", expected: changes ? "the mark that it changes" : "none for this kind",
        found: of ?? "none")
    }
    let hasPlace = point != nil || x != nil
    let needsPlace = kind == .press || kind == .correction
    guard hasPlace != needsPlace else { return nil }
    return SettingFault(
      key: "point", expected: needsPlace ? "a test point, or x and y" : "no place for this kind",
      found: hasPlace ? "one" : "none")
  }

  package init() {}
}

/// Where a press was.
package struct MarkedPlace: Hashable, Sendable {
  /// In metres; the height is that of the floor.
  package let position: Point
  package let floor: Int
  /// An index into the site's test points; nil for a free place.
  package let testPoint: Int?
}

extension RecordedMark {
  /// The place of a press or a correction on a site; nil for other kinds.
  ///
  /// - Parameter bounds: of the drawn plan, in metres.
  /// - Throws: one sentence about a place that the plan does not have.
  package func place(
    on site: Site, within bounds: (x: ClosedRange<Double>, y: ClosedRange<Double>)
  ) throws(FileProblem) -> MarkedPlace? {
    if let point {
      let id = TestPoint.ID(point)
      guard let index = site.testPoints.firstIndex(where: { $0.id == id }) else {
        throw FileProblem(
          file: "point", expected: "a test point of the site \(site.name)", found: jsonText(point))
      }
      let test = site.testPoints[index]
      return MarkedPlace(position: test.position, floor: test.floor, testPoint: index)
    }
    guard let x, let y else { return nil }
    let level = floor ?? site.floors.first?.level ?? 0
    guard let storey = site.floors.first(where: { $0.level == level }) else {
      throw FileProblem(
        file: "floor", expected: "a floor of the site, \(listing(site.floors.map { "\($0.level)" }))",
        found: "\(level)")
    }
    guard bounds.x.contains(x), bounds.y.contains(y) else {
      throw FileProblem(
        file: "the place",
        expected: "one on the plan, x from \(Self.text(bounds.x)) m and y from \(Self.text(bounds.y)) m",
        found: "\((x * 100).rounded() / 100), \((y * 100).rounded() / 100)")
    }
    return MarkedPlace(position: Point(x: x, y: y, z: storey.elevation), floor: level, testPoint: nil)
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    "\((range.lowerBound * 100).rounded() / 100) to \((range.upperBound * 100).rounded() / 100)"
  }
}
