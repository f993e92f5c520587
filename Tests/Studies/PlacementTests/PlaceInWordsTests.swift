import Placement
import Testing
import World

@Suite struct PlaceInWordsTests {
  /// A ward of 6 m by 4 m whose floor lies at 3.5 m, and a room like a triangle beside it.
  private let site = Site(
    name: "s", floors: [Floor(level: 1, elevation: 3.5)],
    rooms: [
      Room(
        name: "ward", corners: [Point(x: 0, y: 0), Point(x: 6, y: 0), Point(x: 6, y: 4), Point(x: 0, y: 4)],
        floor: 1),
      Room(name: "corner", corners: [Point(x: 10, y: 0), Point(x: 14, y: 0), Point(x: 10, y: 4)], floor: 1),
    ], anchors: [])

  @Test(arguments: [
    (Point(x: 2, y: 0.1, z: 6), "ward, on the lower wall, 2.0 m from the left wall, 2.5 m above the floor"),
    (
      Point(x: 5, y: 3.9, z: 6.2), "ward, on the upper wall, 1.0 m from the right wall, 2.7 m above the floor"
    ),
    (
      Point(x: 4, y: 1.5, z: 6),
      "ward, 1.5 m from the lower wall, 2.0 m from the right wall, 2.5 m above the floor"
    ),
    // From (11, 0.5) the slope is 2.5 / sqrt 2 = 1.8 m away, at 45 degrees to both others.
    (
      Point(x: 11, y: 0.5, z: 6),
      "corner, 0.5 m from the lower wall, 1.0 m from the left wall, 2.5 m above the floor"
    ),
    (
      Point(x: 20, y: -1.3, z: 6), "outside all rooms, at [20.0 m, -1.3 m] of the plan, 2.5 m above the floor"
    ),
  ])
  func `a place is described by its room, two walls that are not parallel, and the height`(
    place: Point, words: String
  ) {
    #expect(site.words(for: place, floor: 1) == words)
  }
}
