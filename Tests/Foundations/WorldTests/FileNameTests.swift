import Testing
import World

struct FileNameTests {
  /// "café" in Latin-1, cut and overlong sequences, a surrogate in UTF-8, and the characters that stand for octets.
  @Test(
    arguments: [
      [], [0x61], [0x63, 0x61, 0x66, 0xE9], [0x63, 0x61, 0x66, 0xC3, 0xA9], [0xFF, 0xFE, 0x80], [0xE2, 0x82],
      [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0xBB, 0xA9], [0xF4, 0x8F, 0xBB, 0xA9, 0xE9, 0x2F, 0x61],
    ] as [[UInt8]])
  func `any octets come back`(octets: [UInt8]) {
    let text = FileName.text(octets)
    #expect(FileName.octets(text) == octets)
    #expect(text.fileName == octets.map { CChar(bitPattern: $0) } + [0])
  }

  @Test func `every octet comes back, alone and behind a letter`() {
    for octet in UInt8(1)...255 {
      #expect(FileName.octets(FileName.text([octet])) == [octet])
      #expect(FileName.octets(FileName.text([0x61, octet])) == [0x61, octet])
    }
  }

  @Test func `names in UTF-8 are the texts that they look like`() {
    #expect(FileName.text(Array("größe/日本.csv".utf8)) == "größe/日本.csv")
    #expect(FileName.octets("größe/日本.csv") == Array("größe/日本.csv".utf8))
  }

  @Test func `what is no UTF-8 is printed as its octets`() {
    #expect(FileName.text([0x63, 0xE9, 0x80]).printable() == #"c\xE9\x80"#)
  }
}
