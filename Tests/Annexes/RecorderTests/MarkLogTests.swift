import Documents
import Foundation
import Testing
import World

@testable import Recorder

private func mark(_ id: String, _ change: (inout RecordedMark) -> Void = { _ in }) -> RecordedMark {
  RecordedMark {
    ($0.id, $0.unixSeconds, $0.x, $0.y) = (id, 1000.25, 1, 2)
    change(&$0)
  }
}

@Suite struct MarkLogTests {
  private let path = NSTemporaryDirectory() + "marks-\(UUID().uuidString).jsonl"

  @Test func `a mark that is appended is read back by the next recorder`() throws {
    do {
      var log = try MarkLog(path)
      try log.append(mark("a"))
      try log.append(
        mark("b") { ($0.kind, $0.of, $0.x, $0.y) = (.undo, "a", nil, nil) })
    }
    // The lock is the process's own and outlasts the log, so a copy is read.
    let copy = path + ".copy"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let log = try MarkLog(copy)
    #expect(log.marks.map(\.id) == ["a", "b"])
    #expect(log["b"]?.kind == .undo && log["b"]?.of == "a")
    #expect(log["a"] == mark("a") && log["c"] == nil)
    #expect(log.brokenLines == 0)
  }

  @Test func `a second mark with the same id is not written`() throws {
    var log = try MarkLog(path)
    try log.append(mark("a"))
    let before = try Data(contentsOf: URL(filePath: path))
    try log.append(mark("a") { $0.x = 7 })
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(log["a"]?.x == 1)
  }

  @Test func `a file that is cut at any byte keeps its whole lines, and the next mark begins a line`() throws
  {
    do {
      var log = try MarkLog(path)
      try log.append(mark("a"))
      try log.append(mark("b"))
    }
    let whole = try Data(contentsOf: URL(filePath: path))
    let first = (whole.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1
    for length in 0...whole.count {
      let cut = "\(path).\(length)"
      try whole.prefix(length).write(to: URL(filePath: cut))
      var log = try MarkLog(cut)
      // A line is whole without its line feed too.
      let kept = length >= whole.count - 1 ? 2 : length >= first - 1 ? 1 : 0
      #expect(log.marks.count == kept, "\(length)")
      let isBroken = ![0, first - 1, first, whole.count - 1, whole.count].contains(length)
      #expect(log.brokenLines == (isBroken ? 1 : 0), "\(length)")
      try log.append(mark("c"))
      try FileManager.default.copyItem(atPath: cut, toPath: cut + ".copy")
      let again = try MarkLog(cut + ".copy")
      #expect(again.marks.map(\.id) == ["a", "b"].prefix(kept) + ["c"], "\(length)")
    }
  }

  @Test func `a folder in the place of the file is refused`() throws {
    #expect(throws: FileProblem.self) { try MarkLog(NSTemporaryDirectory()) }
  }
}

@Suite struct MarkedWalksTests {
  private func walks(_ marks: [RecordedMark]) -> MarkedWalks {
    MarkedWalks(marks) { mark in
      mark.x.map { MarkedPlace(position: Point(x: $0, y: 0), floor: 0, testPoint: nil) }
    }
  }

  private func press(_ id: String, _ time: Double, x: Double = 0) -> RecordedMark {
    mark(id) { ($0.unixSeconds, $0.x, $0.y) = (time, x, 0) }
  }

  private func change(_ id: String, _ kind: RecordedMark.Kind, of: String?, at time: Double, x: Double? = nil)
    -> RecordedMark
  {
    mark(id) { ($0.kind, $0.of, $0.unixSeconds, $0.x, $0.y) = (kind, of, time, x, x) }
  }

  @Test func `an end begins another walk with the next press`() {
    let found = walks([press("a", 1), press("b", 2), change("e", .end, of: nil, at: 3), press("c", 4)])
    #expect(found.walks.map { $0.map(\.id) } == [["a", "b"], ["c"]])
    #expect(found.lastEnd == nil)
    #expect(walks([press("a", 1), change("e", .end, of: nil, at: 3)]).lastEnd == "e")
  }

  @Test func `ends without presses between them make no walk`() {
    let ends = [1.5, 1.6, 1.7].map { change("e\($0)", .end, of: nil, at: $0) }
    #expect(walks([press("a", 1)] + ends + [press("b", 2)]).walks.map(\.count) == [1, 1])
    #expect(walks([]).walks.isEmpty)
  }

  @Test func `a press that arrives late counts at its own time`() {
    let found = walks([press("a", 1), press("c", 5), change("e", .end, of: nil, at: 3), press("b", 2)])
    #expect(found.walks.map { $0.map(\.id) } == [["a", "b"], ["c"]])
  }

  @Test func `a correction moves the place and not the time, and the last one counts`() {
    let found = walks([
      press("a", 1), change("c1", .correction, of: "a", at: 9, x: 5),
      change("c2", .correction, of: "a", at: 10, x: 6),
    ])
    let only = found.walks.first?.first
    #expect(only?.unixSeconds == 1 && only?.place.position.x == 6 && only?.isCorrected == true)
  }

  @Test func `an undo takes away a press or an end`() {
    let marks = [press("a", 1), change("e", .end, of: nil, at: 2), press("b", 3)]
    #expect(walks(marks + [change("u", .undo, of: "b", at: 4)]).walks.map { $0.map(\.id) } == [["a"]])
    #expect(walks(marks + [change("u", .undo, of: "e", at: 4)]).walks.map { $0.map(\.id) } == [["a", "b"]])
    #expect(walks(marks + [change("u", .undo, of: "none", at: 4)]).walks.map(\.count) == [1, 1])
  }
}

@Suite struct RecordedMarkTests {
  @Test(arguments: [
    (RecordedMark.Kind.press, false, true, true), (.press, false, false, false), (.press, true, true, false),
    (.correction, true, true, true), (.correction, false, true, false), (.correction, true, false, false),
    (.undo, true, false, true), (.undo, false, false, false), (.undo, true, true, false),
    (.end, false, false, true), (.end, true, false, false), (.end, false, true, false),
  ])
  func `presses and corrections have a place, corrections and undos another mark`(
    kind: RecordedMark.Kind, hasMark: Bool, hasPlace: Bool, isGood: Bool
  ) {
    let made = mark("a") { mark in
      (mark.kind, mark.of) = (kind, hasMark ? "b" : nil)
      if !hasPlace { (mark.x, mark.y) = (nil, nil) }
    }
    #expect((made.fault == nil) == isGood)
  }
}
