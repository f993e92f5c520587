import Foundation

/// What other programs take for the same file, where they are installed.
enum Peers {
  /// Prints how many records a second tshark and a Python loop of `struct` read, beside ours.
  static func report() {
    let records = Double(MillionRecords.count)
    let tshark = seconds(
      "tshark",
      [
        "-r", MillionRecords.path, "-T", "fields", "-e", "frame.time_epoch", "-e", "bthci_evt.bd_addr", "-e",
        "bthci_evt.rssi",
      ])
    let python = seconds("python3", ["-c", loop, MillionRecords.path])
    for (name, seconds) in [("tshark -T fields", tshark), ("Python's struct", python)] {
      let text =
        seconds.map { String(format: "%.2f million records a second", records / $0 / 1e6) } ?? "not installed"
      print("peer: \(name): \(text)")
    }
  }

  /// Reads every record and keeps time, identity and level, as our own reader does.
  private static let loop = """
    import struct, sys
    data = open(sys.argv[1], 'rb').read()
    place, out = 16, []
    while place + 24 <= len(data):
        _, length, flags, _, time = struct.unpack_from('>IIIIq', data, place)
        p = place + 24
        if data[p] == 4 and data[p + 1] == 0x3E and data[p + 3] == 2:
            n = data[p + 13]
            frame = data[p + 14:p + 14 + n]
            at = frame.find(b'\\x1a\\xff\\x4c\\x00\\x02\\x15')
            if at >= 0:
                major, minor, power = struct.unpack_from('>HHb', frame, at + 22)
                out.append((time, frame[at + 6:at + 22], major, minor, power, data[p + 14 + n]))
        place = p + length
    """

  private static func seconds(_ name: String, _ arguments: [String]) -> Double? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let start = ContinuousClock.now
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return Double((ContinuousClock.now - start) / .seconds(1))
  }
}
