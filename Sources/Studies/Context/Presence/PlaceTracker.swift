import World

/// Where the phone is: the room of the fixed beacon that was strongest over the last seconds, or the beacon itself.
struct PlaceTracker: Sendable {
  private let site: Site?
  private var window = LevelWindow(seconds: 5)
  /// By anchor of the directory; nil for mobile ones.
  private var names: [String?] = []
  private var all: [String] = []
  /// Nil before anything was received.
  private(set) var place: String?

  init(site: Site?) { self.site = site }

  mutating func meet(_ directory: StreamDirectory) {
    window.grow(to: directory.anchors.count)
    for index in names.count..<directory.anchors.count {
      let id = directory.anchors[index].id
      all.append(id)
      guard let site, let anchor = site.anchors.first(where: { $0.id == id }) else {
        names.append(site == nil ? id : nil)
        continue
      }
      let room = site.room(at: anchor.position, floor: anchor.floor).map { site.rooms[$0].name }
      names.append(anchor.isMobile ? nil : room ?? id)
    }
  }

  mutating func hear(_ stream: AdvertisementStream, _ range: Range<Int>) { window.hear(stream, range) }

  mutating func tick() {
    window.tick()
    var best = -Double.infinity
    for index in names.indices {
      guard let name = names[index], let level = window.smoothed(index), level > best else { continue }
      (best, place) = (level, name)
    }
  }

  /// All beacons that were received in the last seconds, in the order of the directory.
  var ranged: [String] { all.indices.filter { window.smoothed($0) != nil }.map { all[$0] } }
}
