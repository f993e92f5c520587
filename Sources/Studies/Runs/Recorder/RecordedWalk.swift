import Captures
import Foundation
import Phone
import Sites
import World

/// One walk of a recorder as tables: t = 0 is its first press.
///
/// Between two presses the walker is taken to go straight at even speed, as Riesebos, Degeler and Tello (2022) do.
package struct RecordedWalk {
  package let name: String
  package let readings: String
  package let truth: String
  /// Those at test points; nil without any.
  package let presses: String?
  /// How many presses and readings it has.
  package let counts: (presses: Int, readings: Int)

  /// The tables by the names of their files.
  package var files: [(name: String, text: String)] {
    [(name + "-readings.csv", readings), (name + "-truth.csv", truth)]
      + (presses.map { [(name + "-presses.csv", $0)] } ?? [])
  }
}

/// All that the capture of a recorder holds of the site's beacons.
struct RecordedCapture {
  /// Readings by the time of each part's own stream.
  private struct Part {
    let number: Int
    let stream: AdvertisementStream
    let directory: StreamDirectory
  }

  private var parts: [Part] = []
  private let lines: [ClockLine]
  private let site: Site
  /// What a reader of the data set should know.
  private(set) var notes: [String] = []

  /// Seconds of a walk: a longer one has a press whose time is wrong.
  private static let longest = 86_400.0
  /// Seconds beside a walk within which the clocks are compared.
  private static let beside = 60.0

  init(of folder: RecorderFolder) {
    site = folder.site.site
    lines = ClockLog.lines(in: folder.path)
    for part in CapturePart.all(in: folder.path) {
      do {
        var source = try ReplaySource(contentsOf: part.path, options: ReplayOptions(site: site))
        let stream = try source.stream(kind: .advertisements)
        parts.append(Part(number: part.number, stream: stream, directory: source.directory))
        let others = source.tally.foreignUUIDs + source.tally.unknownIdentities
        var left = source.tally.malformed > 0 ? ["\(source.tally.malformed) places could not be read"] : []
        if others > 0 { left.append("\(others) advertisements are of beacons that the site does not have") }
        if !source.hasClock { left.append("it has no times, and is not used") }
        if !left.isEmpty { notes.append("part \(part.number): \(left.joined(separator: "; "))") }
        if !source.hasClock { parts.removeLast() }
      } catch {
        notes.append("part \(part.number) of the capture is not used: \(error)")
      }
    }
  }

  /// A walk's tables.
  ///
  /// - Throws: a sentence that says why the walk cannot be used.
  func walk(named name: String, _ marked: [MarkedPress]) throws(UnusableWalk) -> RecordedWalk {
    var knots: [Walk.Knot] = []
    var presses: [Press] = []
    let start = marked.first?.unixSeconds ?? 0
    for press in marked {
      let time = Double(((press.unixSeconds - start) * 1e6).rounded()) / 1e6
      if let testPoint = press.place.testPoint { presses.append(Press(time: time, testPoint: testPoint)) }
      guard knots.last.map({ $0.time < time }) ?? true else { continue }
      var position = press.place.position
      position.z = site.elevation(ofFloor: press.place.floor) + RangingSettings().carriedHeight
      knots.append(Walk.Knot(time: time, position: position, floor: press.place.floor))
    }
    guard let end = knots.last?.time, knots.count > 1 else {
      throw UnusableWalk("it has fewer than 2 presses")
    }
    guard end <= Self.longest else { throw UnusableWalk("it lasts longer than a day") }
    let (stream, directory) = heard(from: start, seconds: end)
    guard !stream.isEmpty else { throw UnusableWalk("nothing of the site was heard between its presses") }
    return RecordedWalk(
      name: name, readings: ReadingsTable.text(of: stream, directory: directory, site: site),
      truth: TruthTable.text(of: Walk(knots: knots)),
      presses: presses.isEmpty ? nil : PressesTable.text(of: presses, site: site),
      counts: (marked.count, stream.count))
  }

  /// What was heard in a span of the recorder's clock, with times from its beginning.
  private func heard(from start: Double, seconds: Double) -> (AdvertisementStream, StreamDirectory) {
    var directory = StreamDirectory(of: site)
    var heard: [Advertisement] = []
    for part in parts {
      guard let offset = difference(of: part.number, from: start, to: start + seconds) else { continue }
      let shift = ((offset - start) * 1e6).rounded()
      guard shift.magnitude < 1e15 else { continue }
      for advertisement in part.stream {
        var advertisement = advertisement
        advertisement.microseconds &+= Int64(shift)
        guard 0...Int64(seconds * 1e6) ~= advertisement.microseconds else { continue }
        advertisement.transmitter = directory.index(
          of: part.directory.transmitters[advertisement.transmitter])
        heard.append(advertisement)
      }
    }
    var stream = AdvertisementStream()
    // Parts follow each other; a stable order keeps what arrived at the same time.
    let order = heard.indices.sorted { (heard[$0].microseconds, $0) < (heard[$1].microseconds, $1) }
    for index in order { stream.append(heard[index]) }
    return (stream, directory)
  }

  /// What is added to the time of a part's stream, for the recorder's clock: the smallest difference near a walk, or else of the part.
  private func difference(of part: Int, from start: Double, to end: Double) -> Double? {
    let own = lines.filter { $0.part == part }
    let near = own.filter { start - Self.beside...end + Self.beside ~= $0.unixSeconds }
    return (near.isEmpty ? own : near).map(\.difference).min()
  }
}

/// Why a walk cannot be used.
struct UnusableWalk: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
