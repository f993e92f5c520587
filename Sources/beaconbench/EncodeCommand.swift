import ArgumentParser
import Captures
import Foundation
import World

struct EncodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode",
    abstract: "Make an iBeacon advertisement, or say what one holds.",
    discussion: """
      Makes the octets of an iBeacon from --uuid, --major, --minor and --power, and the commands that make a Linux \
      machine send them. In place of --major and --minor, --building, --floor, --kind, --first, --second and --id \
      give the place in the layout of Mustafa and Sykes 2021. With --decode it reads octets, an hcitool line or a \
      btmgmt line and says what they hold.
      """)

  @Option(help: "The UUID: 32 hexadecimal digits.")
  var uuid: String?

  @Option(
    parsing: .unconditional, help: "0 to 65535.", transform: OptionValue.integer(UInt16.min...UInt16.max))
  var major: UInt16?

  @Option(
    parsing: .unconditional, help: "0 to 65535.", transform: OptionValue.integer(UInt16.min...UInt16.max))
  var minor: UInt16?

  @Option(
    parsing: .unconditional, help: "The level at one metre in dBm.",
    transform: OptionValue.integer(Int8.min...Int8.max))
  var power: Int8 = -59

  @Option(help: "The octet of flags, hexadecimal.")
  var flags = "1A"

  @OptionGroup(title: "Place") var place: PlaceOptions

  @Option(help: "The adapter in the commands.")
  var adapter = "hci0"

  @Option(
    parsing: .unconditional, help: ArgumentHelp("From one advertisement to the next.", valueName: "ms"),
    transform: OptionValue.number(20...10240, expected: "a number from 20 to 10240"))
  var interval = 100.0

  @Option(help: "Print only this: hex, bytes, hcitool, btmgmt or sequence.")
  var only: Form?

  @Flag(help: "Print one JSON document.")
  var json = false

  @Option(
    parsing: .remaining,
    help: "Read this instead: octets, or a command with all that comes after it.")
  var decode: [String] = []

  enum Form: String, CaseIterable, ExpressibleByArgument {
    case hex, bytes, hcitool, btmgmt, sequence
  }

  func run() throws {
    if decode.isEmpty {
      try print(made())
    } else {
      let advertisement = try TypedAdvertisement(decode.joined(separator: " "))
      for warning in advertisement.warnings where !json {
        StandardStreams.complain("warning: \(warning)")
      }
      try print(json ? try advertisement.json() : advertisement.table)
    }
  }

  private func made() throws -> String {
    guard let uuid else { throw ValidationError("--uuid: expected 32 hexadecimal digits, found nothing") }
    guard let number = BeaconUUID(uuid) else {
      throw ValidationError("--uuid: expected 32 hexadecimal digits, found \(uuid)")
    }
    guard let octet = UInt8(flags, radix: 16) else {
      throw ValidationError("--flags: expected two hexadecimal digits, found \(flags)")
    }
    let (placeMajor, placeMinor) = try place.numbers()
    guard let major = major ?? placeMajor, let minor = minor ?? placeMinor else {
      throw ValidationError("expected --major and --minor, or --building, --floor and --id, found neither")
    }
    let frame = IBeaconFrame(
      identity: BeaconIdentity(uuid: number, major: major, minor: minor), measuredPower: power)
    guard
      let commands = AdvertisingCommands(
        data: frame.advertisingData(flags: octet), adapter: adapter, intervalMilliseconds: interval)
    else {
      throw ValidationError(
        "expected --adapter of letters and digits and --interval of 20 to 10240 ms, found \(adapter) and \(interval)"
      )
    }
    if let only { return commands.text(of: only) }
    return json ? try commands.json(frame) : commands.table(frame)
  }
}

/// The place of a beacon, from which major and minor are made.
struct PlaceOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "0 to 31.", transform: OptionValue.integer(0...31))
  var building: Int?

  @Option(parsing: .unconditional, help: "0 to 7.", transform: OptionValue.integer(0...7))
  var floor = 0

  @Option(help: "room, hallway, corner, stairs or door; several when given several times.")
  var kind: [Kind] = []

  @Option(
    parsing: .unconditional, help: "The first room or hallway, 0 to 63.",
    transform: OptionValue.integer(0...63))
  var first = 0

  @Option(
    parsing: .unconditional, help: "The second room or hallway, 0 to 63.",
    transform: OptionValue.integer(0...63))
  var second = 0

  @Option(
    parsing: .unconditional, help: "The beacon's own number, 0 to 15.",
    transform: OptionValue.integer(0...15))
  var id = 0

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
    guard let building else { return (nil, nil) }
    let kinds = kind.reduce(into: PlaceMajor.Kind()) { $0.formUnion($1.value) }
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
