import Documents
import Foundation
import HTTPTypes
package import Logging
package import Server
package import Sites
import World

/// A recorder: what it heard and what was marked, and the data set that is made of both.
///
/// An actor, since requests and what arrives change it from many tasks.
package actor Recorder: ServerPart {
  nonisolated let folder: RecorderFolder
  nonisolated let source: RecorderSource?
  /// Seconds of Unix time that never go back: the machine's clock at the start, and a steady clock from there on.
  nonisolated let clock: @Sendable () -> Double

  private var log: MarkLog
  private var clockLog: ClockLog
  /// What could not be written.
  private var unkept: ClockLine?
  private var heard: HeardBeacons
  private var input = "waiting"
  private var troubles: [Trouble: String] = [:]
  private var part = 0
  private var octets = 0
  private var damages = 0
  /// What compares the clocks best since the last line that was kept.
  private var second: (began: Double, best: ClockLine)?
  private var made: (walks: Int, notes: [String])?
  private var isMaking = false
  private var isOutdated = false

  /// What a problem concerns, in the order in which a page shows them.
  private enum Trouble: Int {
    case capture, clock, input, decoding, dataset
  }

  /// Why nothing can be recorded now; it goes on by itself once it can.
  private var halt: String? { troubles[.capture] ?? troubles[.clock] }

  /// How many of the last presses a page is shown.
  private static let mostPresses = 20

  /// - Parameter word: where what is heard comes from; nil for a recording that is only finished.
  /// - Throws: `FileProblem` for a folder that cannot be used.
  package init(_ path: String, site: String?, replay word: String?) throws {
    source = try word.map { word throws(FileProblem) in try RecorderSource(word) }
    folder = try RecorderFolder(path, site: site)
    if source != nil { _ = try CapturePart.next(in: path) }
    log = try MarkLog(folder.marksPath)
    clockLog = try ClockLog(in: path)
    heard = HeardBeacons(on: folder.site.site)
    let (start, begun) = (ContinuousClock().now, Date().timeIntervalSince1970)
    clock = { begun + (ContinuousClock().now - start) / .seconds(1) }
  }

  package nonisolated var site: SiteFile { folder.site }

  package nonisolated func operations(_ logger: Logger) -> [Server.Operation] {
    RecorderRoutes(recorder: self, logger: logger).operations
  }

  /// Records until the task is cancelled.
  package func run(_ logger: Logger) async {
    make(logger)
    guard let source else {
      input = "none"
      return
    }
    for await event in RecorderInput(source: source, folder: folder, clock: clock).events() {
      take(event, logger)
    }
  }

  private func take(_ event: RecorderEvent, _ logger: Logger) {
    switch event {
    case .begun(let part):
      (self.part, damages, second, input) = (part, 0, nil, "arriving")
      (troubles[.input], troubles[.decoding]) = (nil, nil)
    case .arrived(let count): octets += count
    case .heard(let piece):
      heard.take(piece)
      damages = piece.damages
      compare(piece, logger)
    case .ended:
      input = "ended"
      endSecond(logger)
    case .undecoded(let sentence): note(.decoding, sentence, logger)
    case .halted(let sentence): note(.capture, sentence, logger)
    case .resumed:
      troubles[.capture] = nil
      logger.notice("recording goes on")
      make(logger)
    case .failed(let sentence):
      input = "ended"
      note(.input, sentence, logger)
    }
  }

  /// Each is logged once.
  private func note(_ trouble: Trouble, _ sentence: String, _ logger: Logger) {
    if troubles[trouble] != sentence { logger.error("\(sentence)") }
    troubles[trouble] = sentence
  }

  /// One line a second, and one at the first piece.
  private func compare(_ piece: HeardPiece, _ logger: Logger) {
    guard let stream = piece.streamSeconds else { return }
    let line = ClockLine(part: piece.part, unixSeconds: piece.unixSeconds, streamSeconds: stream)
    guard let second else { return keep(line, from: line, logger) }
    let best = line.difference < second.best.difference ? line : second.best
    self.second?.best = best
    if line.unixSeconds - second.began >= 1 { keep(best, from: line, logger) }
  }

  /// Writes a line; the next second begins with another.
  private func keep(_ line: ClockLine, from next: ClockLine, _ logger: Logger) {
    second = (next.unixSeconds, next)
    write(line, logger)
  }

  private func write(_ line: ClockLine, _ logger: Logger) {
    do throws(StorageProblem) {
      try clockLog.append(line)
      (unkept, troubles[.clock]) = (nil, nil)
    } catch {
      unkept = line
      note(.clock, "\(folder.path)/\(ClockLog.name): cannot be written: \(error.reason)", logger)
    }
  }

  /// Writes what compared the clocks best since the last line.
  private func endSecond(_ logger: Logger) {
    if let best = second?.best { keep(best, from: best, logger) }
    second = nil
  }

  /// Keeps a mark, which is on the disk when this returns.
  ///
  /// - Returns: whether it is new.
  func add(_ mark: RecordedMark, _ logger: Logger) throws(Problem) -> Bool {
    if let first = log[mark.id] {
      guard first == mark else {
        throw Problem(.conflict, "id: expected a name that no other mark has, found \(mark.id)")
      }
      return false
    }
    guard mark.unixSeconds <= clock() + RequestReading.mostAhead else {
      throw Problem(.conflict, "unixSeconds: expected a time at most 5 minutes ahead of the server's clock")
    }
    do throws(FileProblem) {
      try folder.check(mark, among: log)
    } catch {
      throw Problem(.unprocessableContent, error.description)
    }
    if let unkept { write(unkept, logger) }
    if let halt { throw Problem(.insufficientStorage, "the press cannot be kept now: \(halt)") }
    do throws(StorageProblem) {
      try log.append(mark)
    } catch {
      throw Problem(.insufficientStorage, "the press cannot be kept: \(error.reason)")
    }
    if mark.kind != .press { make(logger) }
    return true
  }

  /// Makes the data set in the background, once more where something changes meanwhile.
  private func make(_ logger: Logger) {
    isOutdated = true
    guard !isMaking else { return }
    isMaking = true
    Task { await makeAll(logger) }
  }

  private func makeAll(_ logger: Logger) async {
    while isOutdated {
      isOutdated = false
      let (log, folder) = (log, folder)
      do {
        let set = try await Task.detached { try RecorderDataset(log, in: folder) }.value
        made = (set.walks.count, set.notes)
        troubles[.dataset] = nil
      } catch {
        note(.dataset, "\(error)", logger)
      }
    }
    isMaking = false
  }

  /// Makes the data set once more at the end, and says what cannot be used.
  package func finish(_ logger: Logger) async {
    endSecond(logger)
    make(logger)
    while isMaking { try? await Task.sleep(for: .milliseconds(20)) }
    for note in made?.notes ?? [] { logger.warning("\(folder.path): \(note)") }
  }

  /// What a page shows.
  func state() -> Document {
    let now = clock()
    let marked = folder.walks(of: log.marks)
    let latest = marked.walks.enumerated().flatMap { number, walk in walk.map { (number + 1, $0) } }
    let troubles = troubles.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
    let problem = troubles.isEmpty ? nil : troubles.joined(separator: ". ")
    return Document(present: [
      "unixSeconds": Document(now), "folder": Document(folder.path),
      "input": Document(halt == nil ? input : "halted"), "source": source.map { Document($0.name) },
      "problem": problem.map { Document($0) },
      "part": Document(part), "octets": Document(octets), "damages": Document(damages),
      "beacons": heard.site(at: now), "unknown": heard.unknown(at: now), "marks": Document(log.marks.count),
      "isWalking": Document(!marked.walks.isEmpty && marked.lastEnd == nil),
      "lastEnd": marked.lastEnd.map { Document($0) },
      "walks": Document(marked.walks.map { Document($0.count) }),
      "presses": Document(latest.suffix(Self.mostPresses).map { document($1, walk: $0) }),
      "dataset": made.map {
        ["walks": Document($0.walks), "notes": Document($0.notes.map { Document($0) })]
      },
    ])
  }

  private func document(_ press: MarkedPress, walk: Int) -> Document {
    let place = press.place
    return Document(present: [
      "id": Document(press.id), "walk": Document(walk), "unixSeconds": Document(press.unixSeconds),
      "x": Document(place.position.x), "y": Document(place.position.y), "floor": Document(place.floor),
      "point": place.testPoint.map { Document("\(folder.site.site.testPoints[$0].id)") },
      "isCorrected": Document(press.isCorrected),
    ])
  }
}
