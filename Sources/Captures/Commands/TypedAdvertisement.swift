import World

/// Advertising data as people type and paste them: octets in hexadecimal however they are set apart, an `hcitool cmd`
/// line, a `btmgmt add-adv` line, or a whole HCI command.
public struct TypedAdvertisement: Hashable, Sendable {
  public let data: [UInt8]
  /// The frames in the data.
  public let frames: [BeaconFrame]
  /// What is odd about the text, in sentences; the controller may refuse it.
  public let warnings: [String]

  /// - Throws: `FileProblem` when it cannot be read as any of them.
  public init(_ text: String) throws {
    var reading = Reading()
    let data = try reading.data(of: text)
    let (frames, isWellFormed) = BeaconFrame.frames(in: data)
    if !isWellFormed { reading.warnings.append("a structure is longer than the data, and left out") }
    if data.count > AdvertisingCommands.mostOctets {
      reading.warnings.append("\(data.count) octets: legacy advertising has room for 31")
    }
    self.data = data
    self.frames = frames
    warnings = reading.warnings
  }
}

private struct Reading {
  var warnings: [String] = []

  mutating func data(of text: String) throws -> [UInt8] {
    let words = text.split { $0.isWhitespace }
    if let place = words.firstIndex(of: "cmd") { return try data(ofCommand: words[(place + 1)...]) }
    if let place = words.firstIndex(where: { $0 == "-d" || $0 == "--adv-data" }), place + 1 < words.count {
      return try octets(words[(place + 1)...(place + 1)])
    }
    if words.first == "btmgmt" { throw problem("btmgmt add-adv with -d and octets", text) }
    return try unwrapped(octets(words[...]))
  }

  /// What comes after `hcitool cmd`: group, command and parameters, all hexadecimal.
  private mutating func data(ofCommand words: ArraySlice<Substring>) throws -> [UInt8] {
    let numbers = words.prefix(2).map {
      Int($0.lowercased().hasPrefix("0x") ? $0.dropFirst(2) : $0, radix: 16)
    }
    guard numbers.count == 2, numbers[0] == 0x08 else {
      throw problem("command group 0x08, which is Low Energy's", words.first.map(String.init) ?? "nothing")
    }
    let parameters = try octets(words.dropFirst(2))
    switch numbers[1] {
    case 0x0008, 0x0009: return try data(ofParameters: parameters)
    // Handle, operation, fragments, length.
    case 0x0037 where parameters.count >= 4: return try counted(Array(parameters.dropFirst(3)), room: 251)
    default:
      throw problem(
        "command 0x0008 (LE Set Advertising Data), 0x0009 or 0x0037",
        words.dropFirst().first.map(String.init) ?? "nothing")
    }
  }

  /// A length and 31 octets, as LE Set Advertising Data has them.
  private mutating func data(ofParameters parameters: [UInt8]) throws -> [UInt8] {
    let expected = AdvertisingCommands.mostOctets + 1
    if parameters.count > expected {
      warnings.append(
        "the command has \(parameters.count) octets of parameters and takes \(expected): "
          + "the last \(parameters.count - expected) are left out, and a controller may refuse it")
    } else if parameters.count < expected {
      warnings.append("the command has \(parameters.count) octets of parameters and takes \(expected)")
    }
    return try counted(Array(parameters.prefix(expected)), room: AdvertisingCommands.mostOctets)
  }

  private mutating func counted(_ octets: [UInt8], room: Int) throws -> [UInt8] {
    guard let length = octets.first else { throw problem("the number of octets", "nothing") }
    let data = octets.dropFirst()
    if Int(length) > min(room, data.count) {
      warnings.append("the length says \(length) octets, and there are \(min(room, data.count))")
    }
    return Array(data.prefix(Int(length)))
  }

  /// Octets that may be a whole HCI command, or its parameters, and not the data themselves.
  private mutating func unwrapped(_ octets: [UInt8]) throws -> [UInt8] {
    let command = octets.starts(with: [0x01]) ? octets.dropFirst() : octets[...]
    if command.starts(with: [0x08, 0x20]) || command.starts(with: [0x09, 0x20]), command.count > 3 {
      return try data(ofParameters: Array(command.dropFirst(3)))
    }
    if let length = octets.first, Int(length) < octets.count, octets.count >= 4,
      !Self.holdsBeacon(octets), Self.holdsBeacon(Array(octets.dropFirst()))
    {
      if octets.count > AdvertisingCommands.mostOctets {
        return try data(ofParameters: octets)
      }
      return try counted(octets, room: AdvertisingCommands.mostOctets)
    }
    return octets
  }

  private static func holdsBeacon(_ octets: [UInt8]) -> Bool {
    BeaconFrame.frames(in: octets).frames.contains { if case .manufacturer = $0 { false } else { true } }
  }

  /// `02 01 1A`, `02011A`, `0x02, 0x01`, `\x02\x01`, `02:01:1A` and the like.
  private func octets(_ words: ArraySlice<Substring>) throws -> [UInt8] {
    var octets: [UInt8] = []
    for word in words.joined(separator: " ").split(whereSeparator: { " ,;:-[]{}()\"'\\".contains($0) }) {
      let lower = word.lowercased()
      let digits =
        lower.hasPrefix("0x") ? lower.dropFirst(2) : lower.hasPrefix("x") ? lower.dropFirst() : lower[...]
      let padded = Array((digits.utf8.count % 2 == 0 ? digits : "0" + digits).utf8)
      guard digits.utf8.count == 1 || digits.utf8.count % 2 == 0, !padded.isEmpty else {
        throw problem("octets of two hexadecimal digits", String(word))
      }
      for place in stride(from: 0, to: padded.count, by: 2) {
        guard let octet = UInt8(String(decoding: padded[place...place + 1], as: UTF8.self), radix: 16),
          padded[place] != UInt8(ascii: "+")
        else { throw problem("octets of two hexadecimal digits", String(word)) }
        octets.append(octet)
      }
      guard octets.count <= 1650 else { throw problem("at most 1650 octets", "more") }
    }
    guard !octets.isEmpty else { throw problem("octets of two hexadecimal digits", "nothing") }
    return octets
  }

  private func problem(_ expected: String, _ found: String) -> FileProblem {
    FileProblem(file: "", offset: nil, expected: expected, found: found)
  }
}
