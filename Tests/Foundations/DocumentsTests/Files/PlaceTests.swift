import Documents
import Foundation
import TestSupport
import Testing

@Suite struct PlaceTests {
  private let root: TemporaryFolder

  init() throws { root = try TemporaryFolder() }

  @Test func `is a name in a folder, whether or not something is there`() throws {
    let place = try Place(root.path("a//"))
    #expect(place.folder == root.path && place.name == "a" && place.path == root.path("a"))
    #expect(Place.split("a").folder == "." && Place.split("/a").folder == "/" && Place.split("/").name == "")
    for path in ["", root.path("nowhere/a")] {
      #expect(throws: StorageProblem.self) { try Place(path) }
    }
  }

  @Test func `follows a symbolic link to what it names, and refuses one that leads nowhere`() throws {
    try root.write("x", to: "b/file")
    try FileManager.default.createSymbolicLink(atPath: root.path("link"), withDestinationPath: "b/file")
    try FileManager.default.createSymbolicLink(atPath: root.path("dangling"), withDestinationPath: "nowhere")
    #expect(try Place(root.path("link")).isSame(as: Place(root.path("b/file"))))
    let problem = #expect(throws: StorageProblem.self) { try Place(root.path("dangling")) }
    #expect(problem?.reason == "a broken symbolic link")
  }

  @Test func `takes a name of as many octets as the file system does, and none longer`() throws {
    let most = Place.mostOctets(in: root.path)
    _ = try Place(root.path(String(repeating: "n", count: most)))
    let problem = #expect(throws: StorageProblem.self) {
      try Place(root.path(String(repeating: "n", count: most + 1)))
    }
    #expect(
      problem?.reason
        == "a name of \(most + 1) octets that begins with nnnnnnnnnnnnnnnnnnnn, longer than the limit of \(most)"
    )
  }

  @Test func `is resolved to where it is or will be`() throws {
    try root.write("x", to: "b/file")
    try FileManager.default.createSymbolicLink(atPath: root.path("link"), withDestinationPath: "b")
    let real = Place.resolved(root.path)
    #expect(Place.resolved(root.path("link/file")) == real + "/b/file")
    #expect(Place.resolved(root.path("link/new/../other/./x//")) == real + "/b/other/x")
    #expect(Place.resolved("/nowhere") == "/nowhere" && Place.resolved("/") == "/")
  }
}
