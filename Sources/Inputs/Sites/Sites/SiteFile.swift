public import Documents
public import World

/// Where on Earth a site's origin lies, in degrees of WGS 84.
public struct GeographicOrigin: Hashable, Sendable {
  /// -90 to 90, north positive.
  public let latitude: Double
  /// -180 to 180, east positive.
  public let longitude: Double

  public init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }

  /// That of a resolved site file; nil where it has none.
  public init?(ofSite document: Document) {
    guard let origin = document.optional("origin"), let latitude = try? origin.number("latitude"),
      let longitude = try? origin.number("longitude")
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}

/// A site as its file describes it.
public struct SiteFile: Sendable {
  /// Beacons, path, rooms and obstacles.
  public private(set) var site: Site
  /// Where x = y = 0 on Earth; nil where the file does not say.
  public let origin: GeographicOrigin?
  /// In the order of the file; no method sees them.
  public let pictures: [SitePicture]
  /// Sentences about what is allowed but worth a look, such as unused bits that are not zero; the warnings too.
  public let notes: [String]
  /// Sentences about lengths that are hardly metres.
  public let warnings: [String]
  /// The file with every default filled in, each beacon with its identity, and without the keys of the short form.
  public let document: Document

  /// Reads a site file strictly.
  ///
  /// - Throws: One sentence about the first key that is unknown, missing, out of range or refers to nothing.
  public init(contentsOf path: String) throws(FileProblem) {
    try self.init(Document(contentsOf: path))
  }

  /// The same for a document that has been read already.
  public init(_ document: Document) throws(FileProblem) {
    try document.check(is: .site)
    let resolved = try SiteFile.fullSchema.resolve(
      SiteShortForm(SiteFile.schema.resolve(document)).writtenOut())
    let floors = try SiteFloors(resolved["floors"])
    let path = try resolved.optional("path").map { value throws(FileProblem) in
      try PathGraph(reading: value, floors: floors)
    }
    let points = try testPoints(resolved, floors)
    let rooms = try siteRooms(resolved, floors)
    let walkable = try siteWalkable(resolved, floors)
    let obstacles = try obstacles(resolved, floors)
    let anchors = try SiteAnchors(resolved, floors: floors)
    site = Site(
      name: try resolved.text("name"), floors: floors.floors, path: path, testPoints: points,
      rooms: rooms, walkable: walkable, obstacles: obstacles, anchors: anchors.anchors,
      calibratedExponent: try resolved.optional("calibration").map { value throws(FileProblem) in
        try value.number("n")
      })
    try site.checkWalkable(resolved)
    origin = GeographicOrigin(ofSite: resolved)
    pictures = try SitePicture.all(of: resolved)
    warnings = site.unitWarnings
    notes = anchors.notes + warnings
    self.document = resolved
  }

  /// The same for methods that know no path; the document stays as it is.
  var withoutPath: SiteFile {
    var other = self
    other.site.path = nil
    return other
  }
}

/// The floors of a site, and which of them a key means.
struct SiteFloors {
  let floors: [Floor]

  init(_ document: Document) throws(FileProblem) {
    let entries = try document.elements
    try entries.checkEachOnce("level")
    floors = try entries.map { entry throws(FileProblem) in
      Floor(level: try entry.integer("level"), elevation: try entry.number("elevation"))
    }
  }

  /// The floor that something names by its key `floor`; the site's only one when it names none.
  func floor(of document: Document) throws(FileProblem) -> Floor {
    guard let key = document.optional("floor") else {
      if floors.count == 1 { return floors[0] }
      throw document.problem(
        expected: "the key floor, since the site has the floors \(levels)", found: "none")
    }
    let level = try key.integer
    if let floor = floors.first(where: { $0.level == level }) { return floor }
    throw key.problem(
      expected: floors.count == 1 ? "the site's floor \(levels)" : "one of the floors \(levels)")
  }

  /// - Throws: a place whose height is on another floor; a site of one floor has room for any.
  func check(_ place: Point, on level: Int, _ document: Document) throws(FileProblem) {
    try document["position"].checkHeight(of: place, on: level, of: floors)
  }

  private var levels: String { floors.map { "\($0.level)" }.joined(separator: ", ") }
}

extension Document {
  /// - Throws: a problem with the place that stands here when its height is on another floor; a site of one floor has room
  ///   for any.
  public func checkHeight(of place: Point, on level: Int, of floors: [Floor]) throws(FileProblem) {
    let storey = floors.storey(ofLevel: level)
    guard floors.count == 1 || storey ~= place.z else {
      throw problem(
        expected: "a height on floor \(level), from \(storey.lowerBound) to \(storey.upperBound) m",
        found: "\(place.z)")
    }
  }
}

extension PathGraph {
  fileprivate init(reading document: Document, floors: SiteFloors) throws(FileProblem) {
    var nodes: [Node] = []
    for member in try document["nodes"].members {
      let place = member.value.optional("at") ?? member.value
      let floor = try floors.floor(of: member.value)
      nodes.append(
        Node(name: member.key, position: try place.point.at(height: floor.elevation), floor: floor.level))
    }
    var read = EdgeList(of: nodes)
    for entry in try document.elements("edges") { try read.add(entry, .level) }
    for entry in try document.optional("stairs")?.elements ?? [] {
      try read.add(entry["between"], .stairs(speed: try entry.number("speed")))
    }
    for entry in try document.optional("lifts")?.elements ?? [] {
      try read.add(
        entry["between"], .lift(wait: try entry.number("wait"), speed: try entry.number("speed")))
    }
    let ends = Set(read.edges.flatMap { [$0.from, $0.to] })
    for (index, node) in nodes.enumerated() where !ends.contains(index) {
      throw try document["nodes"][node.name].problem(
        expected: "an edge to every node", found: "none to \(node.name)")
    }
    self.init(nodes: nodes, edges: read.edges)
  }
}

/// The edges of a path, each checked when it is added.
private struct EdgeList {
  private let nodes: [PathGraph.Node]
  private let indices: NodeIndices
  private(set) var edges: [PathGraph.Edge] = []
  private var joined: Set<[Int]> = []

  init(of nodes: [PathGraph.Node]) {
    self.nodes = nodes
    indices = NodeIndices(of: nodes)
  }

  mutating func add(_ ends: Document, _ kind: PathGraph.EdgeKind) throws(FileProblem) {
    let edge = PathGraph.Edge(
      from: try indices.index(named: ends[0]), to: try indices.index(named: ends[1]), kind: kind)
    let length = nodes[edge.from].position.distance(to: nodes[edge.to].position)
    guard length >= 0.001 else {
      throw ends.problem(
        expected: "an edge of at least 1 mm, since coordinates are in metres", found: "one of \(length) m")
    }
    guard joined.insert([edge.from, edge.to].sorted()).inserted else {
      throw ends.problem(expected: "each edge once", found: "it a second time")
    }
    if kind != .level, nodes[edge.from].floor == nodes[edge.to].floor {
      throw ends.problem(
        expected: "nodes on two floors", found: "two on floor \(nodes[edge.from].floor)")
    }
    edges.append(edge)
  }
}

/// The nodes of a path by their names.
private struct NodeIndices {
  private let names: [String]
  private let indices: [String: Int]

  init(of nodes: [PathGraph.Node]) {
    names = nodes.map(\.name)
    indices = Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  func index(named name: Document) throws(FileProblem) -> Int {
    let text = try name.text
    if let index = indices[text] { return index }
    throw name.problem(
      expected: "the name of a node", found: name.summary + suggestion(for: text, among: names))
  }
}

private func testPoints(_ document: Document, _ floors: SiteFloors) throws(FileProblem) -> [TestPoint] {
  let entries = try document.elements("testPoints")
  var seen: Set<TestPoint.ID> = []
  return try entries.map { entry throws(FileProblem) in
    let (name, floor) = (try entry["id"], try floors.floor(of: entry))
    let id = TestPoint.ID(name.plain)
    guard seen.insert(id).inserted else {
      throw name.problem(expected: "each id once", found: "\(id) a second time")
    }
    return TestPoint(
      id: id, position: try entry.point("position").at(height: floor.elevation), floor: floor.level)
  }
}

private func obstacles(_ document: Document, _ floors: SiteFloors) throws(FileProblem) -> [Obstacle] {
  var obstacles: [Obstacle] = []
  for entry in try document.elements("walls") {
    let floor = try floors.floor(of: entry)
    let (from, to) = (try entry.point("from"), try entry.point("to"))
    guard from.distance(to: to) >= 0.001 else {
      throw entry.problem(expected: "a wall of at least 1 mm", found: "one of \(from.distance(to: to)) m")
    }
    let loss =
      if let material = entry.optional("material") {
        try material.choice(of: WallMaterial.self).loss
      } else {
        Decibels(try entry.number("loss"))
      }
    obstacles.append(
      Obstacle(
        shape: .wall(from: from.at(height: floor.elevation), to: to.at(height: floor.elevation)),
        floor: floor.level, loss: loss))
  }
  for entry in try document.elements("pillars") {
    let floor = try floors.floor(of: entry)
    let centre = try entry.point("centre").at(height: floor.elevation)
    obstacles.append(
      Obstacle(
        shape: .pillar(centre: centre, radius: try entry.number("radius")), floor: floor.level,
        loss: Decibels(try entry.number("loss"))))
  }
  return obstacles
}
