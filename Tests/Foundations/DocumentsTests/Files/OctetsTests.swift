import Foundation
import TestSupport
import Testing

@testable import Documents

/// Names that are hidden, and octets on their way to the disk.
@Suite struct OctetsTests {
  @Test func `a hidden name belongs to its own file alone, by octets and matched whole`() throws {
    let folder = try TemporaryFolder()
    let (name, other) = (
      HiddenName(of: try Place(folder.path("run"))), HiddenName(of: try Place(folder.path("ru")))
    )
    for role in HiddenName.Role.allCases {
      let fresh = name.fresh(role)
      #expect(fresh.hasPrefix(".run.\(role.rawValue)-") && fresh.count == ".run.".count + 4 + 16)
      #expect(name.role(of: fresh) == role && other.role(of: fresh) == nil)
      #expect(name.fresh(role) != fresh)
      for wrong in [
        "x" + fresh, fresh + "0", String(fresh.dropLast()), fresh.uppercased(),
        fresh.replacing("-", with: "_"),
      ] {
        #expect(name.role(of: wrong) == nil, "\(wrong)")
      }
    }
  }

  @Test func `a name that is too long gives way to its hash, and two long names stay apart`() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "é", count: 120)
    let hidden = try [long + "a", long + "b"].map { HiddenName(of: try Place(folder.path($0))).fresh(.new) }
    #expect(hidden.allSatisfy { $0.utf8.count <= 255 && $0.hasPrefix(".é") && $0.contains("~") })
    #expect(hidden[0].prefix { $0 != "~" } == hidden[1].prefix { $0 != "~" })
    let ofB = HiddenName(of: try Place(folder.path(long + "b")))
    #expect(ofB.role(of: hidden[1]) == .new && ofB.role(of: hidden[0]) == nil)
  }

  @Test func `folders above a new one are made, and what is there is left`() throws {
    let folder = try TemporaryFolder()
    try makeFolder(folder.path("a/b/c"))
    try makeFolder(folder.path("a/b/c"))
    try folder.write("x", to: "a/b/c/file")
    #expect(try folder.read("a/b/c/file") == "x")
    for file in ["a/b/c/file", "a/b/c/file/d"] {
      #expect(throws: StorageProblem.self) { try makeFolder(folder.path(file)) }
    }
  }

  @Test func `octets that cannot be written give the number of the error`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let readOnly = open(folder.path("file"), O_RDONLY)
    defer { close(readOnly) }
    #expect(Octets("text").write(to: readOnly) == EBADF && Octets("").write(to: readOnly) == nil)
  }

  /// The check value of CRC-32 for the digits 1 to 9 is CBF43926 (Williams 1993, "A painless guide to CRC error detection").
  @Test func `the checksum is the published one`() {
    #expect(Gzip.checksum(of: Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(Gzip.checksum(of: []) == 0)
    #expect(Gzip.isZipped([0x1F, 0x8B, 8]) && !Gzip.isZipped([0x1F]) && !Gzip.isZipped("text".utf8))
  }
}
