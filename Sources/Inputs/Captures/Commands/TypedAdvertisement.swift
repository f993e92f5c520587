import World

/// Advertising data as people type and paste them: octets in hexadecimal with any separators, `hcitool cmd` lines, a
/// `btmgmt add-adv` line, or a whole HCI command.
///
/// Several lines are read one after the other, such as the three that make a machine send.
public struct TypedAdvertisement: Hashable, Sendable {
  /// The data of the first command that has any; empty when none has.
  public let data: [UInt8]
  /// The frames in all data.
  public let frames: [BeaconFrame]
  /// The interval and kind of advertising, where the text sets them.
  public let parameters: AdvertisingParameters?
  /// Whether advertising is switched on or off; nil where the text does neither.
  public let isOn: Bool?
  /// Doubts about the text, in sentences; the controller may refuse it.
  public let warnings: [String]

  /// - Throws: `FileProblem` when it cannot be read in any of these forms.
  public init(_ text: String) throws {
    var reading = Reading()
    var (parts, frames): ([[UInt8]], [BeaconFrame]) = ([], [])
    var (parameters, isOn): (AdvertisingParameters?, Bool?)
    for words in Self.commands(in: text) {
      switch try reading.content(of: words) {
      case .data(let octets): parts.append(octets)
      case .parameters(let value): parameters = value
      case .isOn(let value): isOn = value
      }
    }
    for part in parts {
      let (found, isWellFormed) = BeaconFrame.frames(in: part)
      frames += found
      if !isWellFormed { reading.warnings.append("a structure is longer than the data and is ignored") }
      if part.count > AdvertisingCommands.mostOctets {
        reading.warnings.append("\(part.count) octets: legacy advertising has room for 31")
      }
    }
    if parts.count > 1 {
      reading.warnings.append("the data are set \(parts.count) times; the first ones are shown")
    }
    data = parts.first ?? []
    self.frames = frames
    self.parameters = parameters
    self.isOn = isOn
    warnings = reading.warnings
  }

  /// The words of each command; a text that names no program counts as one command.
  private static func commands(in text: String) -> [ArraySlice<Substring>] {
    let words = text.split { $0.isWhitespace || $0 == ";" || $0 == "&" }.filter { $0 != "sudo" && $0 != "\\" }
    let starts = words.indices.filter { index in
      ["hcitool", "btmgmt"].contains { words[index] == $0 || words[index].hasSuffix("/" + $0) }
    }
    guard let first = starts.first else { return [words[...]] }
    let ends = starts.dropFirst() + [words.count]
    return (first > 0 ? [words[..<first]] : []) + zip(starts, ends).map { words[$0..<$1] }
  }
}

private struct Reading {
  enum Content {
    case data([UInt8])
    case parameters(AdvertisingParameters)
    case isOn(Bool)
  }

  var warnings: [String] = []

  mutating func content(of words: ArraySlice<Substring>) throws -> Content {
    if let place = words.firstIndex(of: "cmd") {
      let words = words[(place + 1)...]
      let numbers = words.prefix(2).map {
        Int($0.lowercased().hasPrefix("0x") ? $0.dropFirst(2) : $0, radix: 16)
      }
      guard numbers.count == 2, numbers[0] == 0x08 else {
        throw problem("command group 0x08, which is Low Energy's", words.first.map(String.init) ?? "nothing")
      }
      let found = words.dropFirst().first.map(String.init) ?? "nothing"
      return try content(
        ofCommand: numbers[1] ?? 0, parameters: try octets(words.dropFirst(2)), found: found)
    }
    if let place = words.firstIndex(where: { $0 == "-d" || $0 == "--adv-data" }), place + 1 < words.endIndex {
      return .data(try octets(words[(place + 1)...(place + 1)]))
    }
    if words.first?.hasSuffix("btmgmt") == true {
      throw problem("btmgmt add-adv with -d and octets", words.joined(separator: " "))
    }
    return try unwrapped(octets(words))
  }

  /// The content of a command in the LE group.
  private mutating func content(
    ofCommand number: Int, parameters octets: [UInt8], found: String
  ) throws -> Content {
    switch number {
    case 0x0006:
      warnSurplus(of: octets, beyond: AdvertisingParameters.size)
      guard let parameters = AdvertisingParameters(octets) else {
        throw problem("\(AdvertisingParameters.size) octets of advertising parameters", "\(octets.count)")
      }
      return .parameters(parameters)
    case 0x0008, 0x0009: return .data(try data(ofParameters: octets))
    case 0x000A:
      warnSurplus(of: octets, beyond: 1)
      guard let octet = octets.first, octet <= 1 else {
        throw problem(
          "00 or 01 for off or on", octets.first.map { [$0].hexadecimal(separator: "") } ?? "nothing")
      }
      return .isOn(octet == 1)
    // Handle, operation, fragments, length.
    case 0x0037 where octets.count >= 4: return .data(try counted(Array(octets.dropFirst(3)), room: 251))
    default:
      throw problem(
        "command 0x0006 (LE Set Advertising Parameters), 0x0008 (LE Set Advertising Data), 0x0009, "
          + "0x000A (LE Set Advertising Enable) or 0x0037", found)
    }
  }

  private mutating func warnSurplus(of octets: [UInt8], beyond expected: Int) {
    guard octets.count > expected else { return }
    warnings.append(
      "the command has \(octets.count) octets of parameters instead of \(expected): "
        + "the last \(octets.count - expected) are ignored, and a controller may refuse it")
  }

  /// A length and 31 octets, as LE Set Advertising Data has them.
  private mutating func data(ofParameters parameters: [UInt8]) throws -> [UInt8] {
    let expected = AdvertisingCommands.mostOctets + 1
    warnSurplus(of: parameters, beyond: expected)
    if parameters.count < expected {
      warnings.append("the command has \(parameters.count) octets of parameters instead of \(expected)")
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

  /// Decodes octets that may be a whole HCI command or its parameters rather than the data themselves.
  private mutating func unwrapped(_ octets: [UInt8]) throws -> Content {
    let command = Array(octets.starts(with: [0x01]) ? octets.dropFirst() : octets[...])
    if command.count > 3, command[1] == 0x20 {
      let parameters = Array(command.dropFirst(3))
      switch command[0] {
      case 0x08, 0x09: return .data(try data(ofParameters: parameters))
      // Data may begin like this too, but then the command's length does not match.
      case 0x06 where Int(command[2]) == parameters.count && parameters.count == AdvertisingParameters.size,
        0x0A where Int(command[2]) == parameters.count && parameters.count == 1:
        return try content(ofCommand: Int(command[0]), parameters: parameters, found: "")
      default: break
      }
    }
    if let length = octets.first, Int(length) < octets.count, octets.count >= 4,
      !Self.holdsBeacon(octets), Self.holdsBeacon(Array(octets.dropFirst()))
    {
      if octets.count > AdvertisingCommands.mostOctets {
        return .data(try data(ofParameters: octets))
      }
      return .data(try counted(octets, room: AdvertisingCommands.mostOctets))
    }
    return .data(octets)
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
