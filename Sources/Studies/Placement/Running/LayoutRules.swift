import Sites
import World

/// Makes the layouts of the rules that a study compares.
struct LayoutRules {
  let study: PlacementStudy
  /// Of all candidates of the study.
  let tables: PlacementTables
  private(set) var layouts: [PlacementLayout] = []
  /// Which layouts do not exist, and why.
  private(set) var notes: [String] = []

  /// - Parameter beacons: the number of beacons of the searched layouts.
  init(_ study: PlacementStudy, _ tables: PlacementTables, beacons: Int) throws(FileProblem) {
    (self.study, self.tables) = (study, tables)
    for rule in study.settings.compare { try add(rule, beacons: beacons) }
  }

  private mutating func add(_ rule: LayoutRule, beacons: Int) throws(FileProblem) {
    let ground = PlacementSite(site: study.base.site)
    let count = beacons - study.settings.keep.count
    switch rule {
    case .evenly: try add("evenly spaced", ground.evenlyAlongPath(count: count))
    case .spacing(let metres): try add("every \(metres.rounded(to: 2)) m", ground.alongPath(every: metres))
    case .lattice: try add("lattice", ground.lattice(count: count))
    case .site(let path): layouts.append(study.writer.layout(of: try SiteFile(contentsOf: path)))
    case .heard(let least): try add(heard: least)
    }
  }

  private mutating func add(_ name: String, _ spots: [PlacementSite.Spot]) throws(FileProblem) {
    guard !spots.isEmpty else {
      notes.append("\(name): the site has no path or room for it")
      return
    }
    let height = study.settings.candidates.heights[0]
    let hung = spots.enumerated().map { index, spot in
      PlacementCandidate(
        position: spot.place.at(height: study.base.site.elevation(ofFloor: spot.floor) + height),
        floor: spot.floor, place: index)
    }
    layouts.append(
      try study.writer.layout(name, study.candidates.filter { $0.kept != nil } + hung, origin: .rule))
  }

  private mutating func add(heard least: Int) throws(FileProblem) {
    let counts = tables.counts(least: least)
    let name = "\(least) heard everywhere"
    guard counts.impossible.isEmpty else {
      notes.append(
        "\(name): impossible, since \(counts.impossible.count) points hear fewer of all candidates")
      return
    }
    let candidates = study.candidates
    let found = GreedySearch.run(
      PlacementProblem(
        BoundScore(tables.bounds), heard: counts, fixed: study.kept, places: candidates.map(\.place),
        budget: candidates.count)
    ) { $0.missing == 0 }
    layouts.append(
      try study.writer.layout(name, found.layout.sorted().map { candidates[$0] }, origin: .rule))
  }
}

extension PlacementStudy {
  /// Candidates that are in every layout.
  var kept: [Int] { candidates.indices.filter { candidates[$0].kept != nil } }

  /// Why a layout cannot be chosen; nil where it can.
  func exclusion(of layout: PlacementLayout) -> String? {
    guard layout.count <= settings.beacons else { return JudgedLayout.overBudget }
    guard settings.keep.allSatisfy({ id in layout.beacons.contains { $0.kept == id } }) else {
      return "lacks beacons to keep"
    }
    guard isHeardEverywhere(layout) else { return "too few heard" }
    return (try? installed(layout)) == nil ? "too few identifiers" : nil
  }

  private func isHeardEverywhere(_ layout: PlacementLayout) -> Bool {
    guard settings.heard > 0 else { return true }
    var counts = PlacementTables(self, layout.beacons).counts(least: settings.heard)
    counts.set(Array(layout.beacons.indices))
    return counts.missing() == 0
  }

  /// A layout with the identifiers that its beacons will have; those of a file keep theirs.
  func installed(_ layout: PlacementLayout) throws(FileProblem) -> PlacementLayout {
    layout.origin == .file
      ? layout : try writer.layout(layout.name, layout.beacons, origin: layout.origin, isInstalled: true)
  }
}
