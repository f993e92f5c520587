import ArgumentParser
import Captures
import Documents
import Rendering
import Results
import Sites
import World

struct EncodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode",
    abstract: "Encode or decode an iBeacon advertisement.",
    discussion: """
      Prints the octets of an iBeacon advertisement and the commands that make a Linux machine transmit it. The \
      identity is given by --uuid, --major and --minor, or by a place in the layout of Mustafa and Sykes 2021 \
      (--building-number, --floor, --place-kind, --first, --second, --id). --decode reads octets, hcitool commands or a btmgmt \
      command and prints the fields of the advertisement.

      Example: beaconbench encode --uuid 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21 --major 4097 --minor 1 --power -59
      """)

  @Option(help: "The UUID: 32 hexadecimal digits.")
  var uuid: String?

  @Flag(
    help:
      "Make a UUID: at random, or with --owner the one of that name. Without --major and --minor print it alone."
  )
  var generate = false

  @Option(
    .text, "The name to which --generate gives always the same UUID, such as the domain of the owner.",
    as: "name")
  var owner: String?

  @Option(.whole(UInt16.min...UInt16.max), "The major number, 0 to 65535.")
  var major: UInt16?

  @Option(.whole(UInt16.min...UInt16.max), "The minor number, 0 to 65535.")
  var minor: UInt16?

  @Option(.whole(Int8.min...Int8.max), "The measured power: RSSI at 1 m in dBm. (default: -59)")
  var power: Int8 = -59

  @Option(help: "The flags octet, hexadecimal.")
  var flags = "1A"

  @OptionGroup(title: "Place") var place: PlaceOptions

  @Option(help: "The Bluetooth adapter that the commands name.")
  var adapter = "hci0"

  @Option(.dashed(Self.readInterval), "The advertising interval. (default: 0.1)", as: "seconds")
  var interval = 0.1
  private static let readInterval: @Sendable (String) throws -> Double = { text in
    guard let number = Double(text), milliseconds.contains(number) || milliseconds.contains(1000 * number)
    else { throw ValidationError("expected seconds from 0.02 to 10.24") }
    return number
  }

  /// The intervals of the standard. They lie so that seconds and milliseconds cannot be confused.
  private static let milliseconds = 20.0...10240

  @Option(help: "Print only this form: hex, bytes, hcitool, btmgmt or sequence.")
  var only: Form?

  @Flag(help: "Print one JSON document.")
  var json = false

  @Option(
    parsing: .remaining,
    help: ArgumentHelp(
      "Decode these octets or commands. It takes the rest of the command line except a final --json.",
      valueName: "octets"))
  var decode: [String] = []

  enum Form: String, CaseIterable, ExpressibleByArgument {
    case hex, bytes, hcitool, btmgmt, sequence
  }

  func validate() throws {
    guard isDecoding else {
      if only != nil, json { throw ValidationError("--only cannot be combined with --json") }
      if owner != nil, !generate { throw ValidationError("--owner requires --generate") }
      if generate, uuid != nil { throw ValidationError("--generate cannot be combined with --uuid") }
      if owner == "" { throw ValidationError("--owner: expected a name, found nothing") }
      if !generate { _ = try made(uuid) }
      return
    }
    if typed.isEmpty { throw ValidationError("--decode: expected octets or a command, found nothing") }
    let others: [(String, Bool)] = [
      ("--uuid", uuid != nil), ("--generate", generate), ("--major", major != nil), ("--minor", minor != nil),
      ("--only", only != nil),
      ("--building-number", place.buildingNumber != nil),
    ]
    for (option, isGiven) in others where isGiven {
      throw ValidationError("--decode can only be combined with --json, found \(option)")
    }
    // Not --uuid, which btmgmt has too.
    let own = [
      "--major", "--minor", "--power", "--flags", "--adapter", "--interval", "--only", "--building-number",
    ]
    if let option = typed.first(where: own.contains) {
      throw ValidationError("--decode can only be followed by --json, found \(option)")
    }
  }

  func run() throws {
    guard isDecoding else {
      let uuid = try generate ? generated.description : self.uuid
      if generate, major == nil, minor == nil, place.buildingNumber == nil, let uuid {
        return try StandardStreams.print(
          json ? FigureValue.object([("uuid", .text(uuid))]).document.json : uuid)
      }
      let (frame, commands) = try made(uuid)
      if Self.milliseconds.contains(interval) {
        StandardStreams.warn(["--interval is in seconds: \(interval) is taken for milliseconds"])
      }
      if !frame.isPowerPlausible {
        StandardStreams.complain(
          "warning: --power: \(power) dBm is outside -100 to -20, and receivers may ignore it"
        )
      }
      if let only { return try StandardStreams.print(commands.text(of: only)) }
      return try StandardStreams.print(
        json ? commands.json(frame) : commands.table(frame, width: OutputWidth.ofStandardOutput),
        terminator: json ? "\n" : "")
    }
    let advertisement = try TypedAdvertisement(typed.joined(separator: " "))
    for warning in advertisement.warnings where !isJSON { StandardStreams.complain("warning: \(warning)") }
    try StandardStreams.print(
      isJSON
        ? advertisement.json : advertisement.table(width: OutputWidth.ofStandardOutput),
      terminator: isJSON ? "\n" : "")
  }

  /// Whether there is a --decode. The parser cannot tell one with nothing behind it from none; it is then last.
  private var isDecoding: Bool { !decode.isEmpty || CommandLine.arguments.last == "--decode" }

  /// What is to be read. No command that it may be has a --json of its own.
  private var typed: [String] { decode.filter { $0 != "--json" } }

  private var isJSON: Bool { json || decode.contains("--json") }

  private var generated: BeaconUUID {
    get throws { try owner.map { try BeaconUUID(named: $0) } ?? .random }
  }

  private func made(_ uuid: String?) throws -> (IBeaconFrame, AdvertisingCommands) {
    guard let uuid else { throw ValidationError("--uuid <uuid> is required") }
    guard let number = BeaconUUID(uuid) else {
      throw ValidationError("--uuid: expected 32 hexadecimal digits, found \(uuid)")
    }
    guard let octet = UInt8(flags, radix: 16) else {
      throw ValidationError("--flags: expected two hexadecimal digits, found \(flags)")
    }
    let (major, minor) = try numbers()
    let frame = IBeaconFrame(
      identity: IBeaconIdentity(uuid: number, major: major, minor: minor), measuredPower: power)
    let seconds = Self.milliseconds.contains(interval) ? interval / 1000 : interval
    guard
      let commands = AdvertisingCommands(
        data: frame.advertisingData(flags: octet), adapter: adapter, intervalMilliseconds: seconds * 1000)
    else {
      throw ValidationError(
        "expected an --adapter of letters and digits and an --interval of 0.02 to 10.24 s, found \(adapter) and \(interval)"
      )
    }
    return (frame, commands)
  }

  /// Major and minor as given, or else as the place makes them.
  private func numbers() throws -> (major: UInt16, minor: UInt16) {
    if place.buildingNumber != nil, major != nil || minor != nil {
      throw ValidationError(
        "--building-number cannot be combined with \(major != nil ? "--major" : "--minor")")
    }
    let (placeMajor, placeMinor) = try place.numbers()
    switch (major ?? placeMajor, minor ?? placeMinor) {
    case (let major?, let minor?): return (major, minor)
    case (nil, nil):
      throw ValidationError("--major and --minor, or --building-number, --floor and --id are required")
    case (nil, _?):
      throw ValidationError("--minor requires --major")
    case (_?, nil):
      throw ValidationError("--major requires --minor")
    }
  }
}

/// The place of a beacon, from which major and minor are made.
struct PlaceOptions: ParsableArguments {
  @Option(.whole(0...31), "0 to 31.")
  var buildingNumber: Int?

  @Option(.whole(0...7), "0 to 7. (default: 0)")
  var floor: Int?

  @Option(help: "room, hallway, corner, stairs or door; may be repeated.")
  var placeKind: [Kind] = []

  @Option(.whole(0...63), "The first room or hallway, 0 to 63. (default: 0)")
  var first: Int?

  @Option(.whole(0...63), "The second room or hallway, 0 to 63. (default: 0)")
  var second: Int?

  @Option(.whole(0...15), "The beacon's own number, 0 to 15. (default: 0)")
  var id: Int?

  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case room, hallway, corner, stairs, door

    var value: PlaceMajor.Kind {
      switch self {
      case .room: .room
      case .hallway: .hallway
      case .corner: .corner
      case .stairs: .stairs
      case .door: .door
      }
    }
  }

  func numbers() throws -> (major: UInt16?, minor: UInt16?) {
    guard let building = buildingNumber else {
      try refuse(
        [
          "--floor": floor != nil, "--place-kind": !placeKind.isEmpty, "--first": first != nil,
          "--second": second != nil,
          "--id": id != nil,
        ], "requires --building-number")
      return (nil, nil)
    }
    let (floor, first, second, id) = (floor ?? 0, first ?? 0, second ?? 0, id ?? 0)
    let kinds = placeKind.reduce(into: PlaceMajor.Kind()) { $0.formUnion($1.value) }
    guard let major = PlaceMajor(building: building, floor: floor, kind: kinds),
      let minor = PlaceMinor(first: first, second: second, id: id)
    else {
      throw ValidationError(
        "expected building 0 to 31, floor 0 to 7, first and second 0 to 63 and id 0 to 15, "
          + "found \(building), \(floor), \(first), \(second) and \(id)")
    }
    return (major.encoded, minor.encoded)
  }
}
