import Documents
import Figures
import Laps
import Scenarios
import SiteFiles
import World

/// The tables of one walker's simulated lap, by file name.
struct LapFiles: Sendable {
  typealias File = (name: String, text: String)

  let files: [File]
  /// The lap in JSON, with the names of its files.
  let figureValue: FigureValue
  let heard: Int
  let presses: Int

  /// - Parameters:
  ///   - lap: counted from 0.
  ///   - walker: likewise.
  init(_ study: SimulatedStudy, lap: Int, walker: Int) throws {
    let simulated = try SimulatedLap(study, lap: lap, walker: walker)
    let site = study.simulation.site
    var start = "lap-" + Self.padded(lap, to: max(4, "\(study.laps - 1)".count))
    if study.walkers.count > 1 { start += "-walker-\(walker + 1)" }
    var tables: [(Kind, String)] = [
      (.readings, ReadingsTable.text(of: simulated.stream, directory: simulated.directory, site: site)),
      (.truth, TruthTable.text(of: simulated.walk)),
    ]
    if !simulated.presses.isEmpty {
      tables.append((.presses, PressesTable.text(of: simulated.presses, site: site)))
    }
    if !simulated.beaconWalks.isEmpty {
      tables.append((.tracks, BeaconTracksTable.text(of: simulated.beaconWalks, site: site)))
    }
    if !simulated.sensors.isEmpty {
      tables.append((.sensors, SensorsTable.text(of: simulated.sensors, directory: simulated.directory)))
    }
    files = tables.map { ("\(start)-\($0.rawValue).csv", $1) }
    (heard, presses) = (simulated.stream.count, simulated.presses.count)
    figureValue = simulated.figureValue.with(.object([("files", files.map(\.name).figureValue)]))
  }

  /// What is the same for all laps: the scenario, which runs again from here, and the site in two forms.
  static func common(of study: SimulatedStudy) throws -> [File] {
    let saved = try study.saved
    return saved.files.map { ($0.name, $0.document.yaml) } + saved.tables.map { ($0.name, $0.contents) } + [
      (siteJSON, study.simulation.siteDocument.json + "\n")
    ]
  }

  private enum Kind: String, CaseIterable {
    case readings, truth, presses, tracks, sensors
  }

  private static let siteJSON = "site.json"

  /// Whether a file of this name may be in such a folder.
  @Sendable static func isName(_ name: String) -> Bool {
    name == siteJSON || ResultsFolder.isResult(name)
      || Kind.allCases.contains { name.hasPrefix("lap-") && name.hasSuffix("-\($0.rawValue).csv") }
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
