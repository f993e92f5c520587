import Captures
import Documents
import Rendering
import World

extension AdvertisingCommands {
  func text(of form: EncodeCommand.Form) -> String {
    switch form {
    case .hex: hexadecimal
    case .bytes: bytes
    case .hcitool: hcitool
    case .btmgmt: btmgmt
    case .sequence: sequence.joined(separator: "\n")
    }
  }

  func table(_ frame: IBeaconFrame, width: Int) -> String {
    func command(_ label: String, _ text: String, at column: Int) -> String {
      LabelledLines.command(label, text, at: column, width: width)
    }
    let made = [("place", frame.identity.placeSentence), ("octets", hexadecimal), ("bytes", bytes)]
    return "\(frame.identity), \(frame.measuredPower) dBm at 1 m\n".wrappingLines(to: width)
      + made.map { LabelledLines.text($0, $1, at: 10, width: width) }.joined()
      + command("btmgmt", btmgmt, at: 10) + "to transmit it: parameters, data, on\n"
      + sequence.map { command("", $0, at: 2) }.joined() + "to stop:\n" + command("", stop, at: 2)
  }

  func json(_ frame: IBeaconFrame) -> String {
    FigureValue.object([
      ("frame", BeaconFrame.iBeacon(frame).document.figureValue),
      ("place", frame.identity.place.figureValue), ("hex", .text(hexadecimal)),
      ("bytes", data.map { Int($0) }.figureValue), ("hcitool", .text(hcitool)), ("btmgmt", .text(btmgmt)),
      ("sequence", sequence.figureValue), ("stop", .text(stop)),
    ]).document.json
  }
}

extension TypedAdvertisement {
  func table(width: Int) -> String {
    var rows = commandRows
    let hasData = rows.isEmpty || !data.isEmpty
    if hasData { rows.append(("octets", octets)) }
    let head = rows.map { LabelledLines.text($0, $1, at: 10, width: width) }.joined()
    guard hasData else { return head }
    return head
      + (frames.isEmpty ? "no beacon frame found\n" : frames.map { table(of: $0, width: width) }.joined())
  }

  private func table(of frame: BeaconFrame, width: Int) -> String {
    var rows = frame.fields.map { field in
      let flag = try? field.value.flag
      return (field.key, flag.map { $0 ? "yes" : "no" } ?? field.value.plain)
    }
    if case .iBeacon(let frame) = frame { rows.append(("place", frame.identity.placeSentence)) }
    return frame.kindName + "\n"
      + rows.map { LabelledLines.text("  " + $0, $1, at: 18, width: width) }.joined()
  }

  /// What the text says besides the data.
  private var commandRows: [(String, String)] {
    var rows: [(String, String)] = []
    if let parameters {
      let (least, most) = (parameters.leastMilliseconds, parameters.mostMilliseconds)
      let interval = least == most ? short(least) : "\(short(least)) to \(short(most))"
      let channels = parameters.channels.map { "\($0)" }.joined(separator: ", ")
      let place = channels.isEmpty ? "no channel" : channels
      rows.append(("sent", "every \(interval) ms, \(parameters.kind), on \(place)"))
    }
    if let isOn { rows.append(("switched", isOn ? "on" : "off")) }
    return rows
  }

  var json: String { Self.figures.value(of: self).document.json }

  private static let figures: [Figure<TypedAdvertisement>] = [
    .init("hex", \.octets), .init("bytes") { $0.data.map { Int($0) } },
    .init("frames") { $0.frames.map(\.document) }, .init("place", isOptional: true, \.place),
    .init("parameters", isOptional: true, \.parameters?.document), .init("isOn", isOptional: true, \.isOn),
    .init("warnings", \.warnings),
  ]

  /// Of the first iBeacon frame.
  private var place: PlaceDescription? {
    frames.lazy.compactMap { frame in
      if case .iBeacon(let frame) = frame { frame.identity.place } else { nil }
    }.first
  }

  private var octets: String { data.hexadecimal(separator: " ") }
}

/// A major and minor as the layout of Mustafa and Sykes 2021 reads them.
struct PlaceDescription: Described {
  let building: Int
  let floor: Int
  let kinds: [String]
  let first: Int
  let second: Int
  let id: Int
  /// Of the major's unused bits, 0 in that layout.
  let unused: Int

  static let figures: [Figure<PlaceDescription>] = [
    .init("building", \.building), .init("floor", \.floor), .init("kinds", \.kinds),
    .init("first", \.first), .init("second", \.second), .init("id", \.id), .init("unused", \.unused),
  ]
}

extension IBeaconIdentity {
  var place: PlaceDescription {
    let (major, minor) = (PlaceMajor(decoding: major), PlaceMinor(decoding: minor))
    let kinds = PlaceOptions.Kind.allCases.filter { major.kind.contains($0.value) }.map(\.rawValue)
    return PlaceDescription(
      building: major.building, floor: major.floor, kinds: kinds, first: minor.first, second: minor.second,
      id: minor.id, unused: major.unused)
  }

  var placeSentence: String {
    let place = place
    let kinds = place.kinds.isEmpty ? "no kind" : place.kinds.joined(separator: " and ")
    let odd =
      place.unused == 0
      ? "" : "; the unused bits are \(place.unused), not 0, so the beacon may follow another layout"
    return "building \(place.building), floor \(place.floor), \(kinds), first \(place.first), "
      + "second \(place.second), id \(place.id)\(odd)"
  }
}
