import Documents
import Testing

@Suite struct DocumentDifferenceTests {
  private let document: Document = ["a": 1, "b": ["c": [1, 2], "d": "x"]]

  private func path(_ other: Document) -> String? { document.firstDifference(from: other)?.path }

  @Test func `there is none between equal documents`() {
    #expect(document.firstDifference(from: ["b": ["d": "x", "c": [1, 2]], "a": 1]) == nil)
  }

  @Test func `the first is found by the keys that lead to it`() {
    #expect(path(["a": 2, "b": ["c": [1, 3], "d": "x"]]) == "a")
    #expect(path(["a": 1, "b": ["c": [1, 3], "d": "y"]]) == "b.c[1]")
    #expect(path(["a": 1, "b": ["c": [1], "d": "y"]]) == "b.c")
    #expect(path(["a": 1, "b": 2]) == "b")
    #expect(path(["a": 1]) == "b")
    #expect(path(["a": 1, "b": ["c": [1, 2], "d": "x", "e": 1]]) == "b.e")
  }

  @Test func `both values are given, and nothing for a key that is absent`() throws {
    let changed = try #require(document.firstDifference(from: ["a": 1, "b": ["c": [1, 2], "d": "y"]]))
    #expect(changed.here == "x" && changed.there == "y")
    let absent = try #require(document.firstDifference(from: ["b": ["c": [1, 2], "d": "x"]]))
    #expect(absent.here == 1 && absent.there == .none)
    let short: Document = ["a": 1]
    let added = try #require(short.firstDifference(from: ["a": 1, "z": 2]))
    #expect(added.path == "z" && added.here == .none && added.there == 2)
  }

  @Test func `every difference is listed, elements of lists by their id or name`() {
    let here: Document = [
      "n": 1.8, "beacons": [["id": "one", "z": 3], ["id": "two", "z": 3]],
      "rows": [["name": "x", "window": 5], ["name": "y"]], "points": [["id": 1], ["id": 2]],
    ]
    let there: Document = [
      "n": 2.2, "beacons": [["id": "one", "z": 3], ["id": "new", "z": 3], ["id": "two", "z": 2]],
      "rows": [["name": "x", "window": 4]], "points": [["id": 2], ["id": 1]],
    ]
    // The points have changed places, so they are compared one by one.
    #expect(
      here.differences(from: there).map(\.path) == [
        "n", "beacons[two].z", "beacons[new]", "rows[x].window", "rows[y]", "points[0].id", "points[1].id",
      ])
    #expect(here.differences(from: here).isEmpty)
  }
}
