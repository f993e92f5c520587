import ArgumentParser
import Captures
import Reporting
import SiteFiles
import Studies
import World

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Fit n and C to a recording of somebody whose place is known.",
    discussion: """
      Plain least squares over single advertisements: one law for all beacons, and one n with a C for each \
      beacon, which --write-site puts into a copy of the site file for `assumes: {c: site}`.
      """)

  @Argument(help: ArgumentHelp("A capture, or a readings table.", valueName: "recording"))
  var path: String

  @Option(help: ArgumentHelp("Where the beacons hang.", valueName: "file"))
  var site: String

  @Option(help: ArgumentHelp("Where the walker was: time_s,x_m,y_m,z_m.", valueName: "file"))
  var truth: String

  @Option(
    parsing: .unconditional, help: "Of tables with several laps, the one that is meant.",
    transform: OptionValue.lap)
  var lap: Int?

  @Option(help: ArgumentHelp("Write the site with each beacon's fitted level.", valueName: "file"))
  var writeSite: String?

  @Flag(help: "Make damage in a capture an error, instead of counting what cannot be read.")
  var strict = false

  @Flag(help: "Print one JSON document instead of tables.")
  var json = false

  func run() throws {
    let file = try SiteFile(contentsOf: site)
    let walk = try TruthTable(contentsOf: truth, site: file.site).walk(lap: lap)
    let input = try RecordedInput(
      contentsOf: path, site: file.site, lap: lap,
      options: ReplayOptions(strictness: strict ? .strict : .lenient))
    let calibration = try PlainCalibration(input, site: file, truth: walk)
    for warning in calibration.warnings { StandardStreams.complain("warning: \(warning)") }
    if let writeSite { try OutputFile.write(try calibration.siteDocument().yaml, to: writeSite) }
    try print(
      json
        ? calibration.document.json
        : CalibrationReport(calibration).text(width: OutputWidth.ofStandardOutput),
      terminator: json ? "\n" : "")
  }
}
