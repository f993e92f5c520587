import Captures
import Documents
import PhoneLogs
import Testing
import World

/// Whatever happens to a log, it is read, counted or refused in one sentence.
struct DamagedLogsTests {
  init() { PhoneLogs.add() }

  static let names = LogExamples.all.keys.sorted()

  @Test(arguments: names)
  func `cut at any byte, what can be read is read and the rest is counted or refused`(name: String) throws {
    let bytes = try #require(LogExamples.all[name])
    let whole = try CaptureContents.read(bytes: bytes, name: "x", strictness: .strict)
    #expect(whole.frames > 0 && whole.advertisingReports > 0)
    var refused = 0
    for length in 0..<bytes.count {
      let cut = Array(bytes[..<length])
      do {
        let contents = try CaptureContents.read(bytes: cut, name: "x")
        #expect(contents.frames <= whole.frames && contents.malformed <= 1)
        if contents.malformed > 0 {
          #expect(throws: FileProblem.self) {
            try CaptureContents.read(bytes: cut, name: "x", strictness: .strict)
          }
        }
        var source = try ReplaySource(
          bytes: cut, name: "x", options: ReplayOptions(policy: .address, device: "y"))
        #expect(try source.stream().count == source.tally.delivered)
      } catch {
        refused += 1
        let sentence = "\(error)"
        #expect(sentence.hasPrefix("x:") && sentence.contains("expected ") && !sentence.contains("\n"))
      }
    }
    // Archives and lists have an end that must be there; the last octet of an example in lines may be its line feed.
    if ["Sensor Logger", "rriesebos"].contains(name) { #expect(refused == bytes.count) }
  }

  @Test(arguments: names)
  func `with any byte changed, nothing crashes and nothing hangs`(name: String) throws {
    let bytes = try #require(LogExamples.all[name])
    for place in bytes.indices {
      for value in [0, 0x0A, 0x22, 0x2C, 0x3B, 0x39, 0x7B, 0xFF, bytes[place] ^ 1] as [UInt8] {
        var changed = bytes
        changed[place] = value
        if let contents = try? CaptureContents.read(bytes: changed, name: "x") {
          #expect(contents.document.json.contains("frames"))
        }
        if var source = try? ReplaySource(bytes: changed, name: "x"), let stream = try? source.stream() {
          #expect(zip(stream.microseconds, stream.microseconds.dropFirst()).allSatisfy { $0 <= $1 })
        }
      }
    }
  }

  @Test func `a line longer than any row is counted, and the next is read`() throws {
    let text = "GYRO;1.0;0;0;0;0;0\n" + String(repeating: "x", count: 300_000) + "\nGYRO;2.0;0;0;0;0;0\n"
    let contents = try CaptureContents.read(bytes: Array(text.utf8), name: "x")
    #expect(contents.frames == 2 && contents.malformed >= 1)
  }
}
