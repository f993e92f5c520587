package import ArgumentParser
import Captures
import Documents
import Foundation
package import Results
import Sites
import World

package struct CalibrateCommand: StudyVerb {
  package static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Fit the parameters of a channel to recordings with known positions.",
    discussion: """
      Estimates the path-loss exponent n, C, the RSSI at 1 m, the residual standard deviation sigma and the loss, and \
      the correlation of the residuals, with 95 % intervals where the readings allow them. The input is a recording with \
      --site and --truth, a data set, or recordings at known distances with --distance. Censoring by the receiver's \
      sensitivity is part of the likelihood. With --pairs, n and C come from anchors that hear each other, and are \
      compared with a walk where one is given.

      Example: beaconbench calibrate walk.btsnoop --site my-site.yaml --truth truth.csv --channel channel.yaml
      """)

  @Argument(
    help: ArgumentHelp(
      "Captures, a readings table, or the declaration of a data set.", valueName: "recording"),
    completion: .file(), transform: OptionValue.recording)
  var paths: [String] = []

  @Option(
    .file,
    "Readings between the anchors of --site, a CSV file with receiver,beacon,rssi_dbm: fits n and C to them by plain least squares, and says how "
      + "far they are off for an anchor left out and on a recorded walk."
  )
  var pairs: String?

  @Option(.site) var site: String?

  @Option(.truth) var truth: String?

  @Option(
    .file,
    "The tracks of mobile beacons, a CSV file with time_s,beacon,x_m,y_m; mobile beacons without a track are left out."
  )
  var tracks: String?

  @Option(.anyLap) var lap: Int?

  @Option(.clockOffset) var clockOffset: Double?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The distance of the beacon: one value for all recordings, or one for each.", valueName: "metres"),
    transform: OptionValue.number(0.01...10_000, expected: "metres from 0.01 to 10000"))
  var distance: [Double] = []

  @Option(help: ArgumentHelp("The beacon to use, as `replay` names it.", valueName: "name"))
  var beacon: String?

  @Flag(help: "Use the walks of a data set instead of its calibration part.")
  var walks = false

  @OptionGroup var data: DataOption

  @Option(.averaged) var averaged: Double?

  @Option(.number(0.02...60, "seconds"), "The advertising interval of the beacons. (default: estimated)")
  var interval: Double?

  @Option(
    .number(-127...20, "dBm"),
    "The weakest RSSI that the receiver hears. (default: the weakest RSSI in the recording; with --distance, none)"
  )
  var sensitivity: Double?

  @Option(
    .number(0...100, "dB"),
    "The standard deviation of the receiver's noise, removed before K is estimated. (default: 0)")
  var noise = 0.0

  @Option(
    .number(0.5...20, "an exponent"),
    "The path-loss exponent to assume for recordings at a single --distance. (default: 2)",
    name: .customLong("n"), as: "exponent")
  var exponent: Double?

  @Flag(help: "Ignore censoring.")
  var uncensored = false

  @Option(.fittedChannel) var channel: String?

  @Option(.file, "Write the residual of every reading as CSV.")
  var residuals: String?

  @Option(.file, "Write the site with the fitted RSSI at 1 m of each beacon.")
  var writeSite: String?

  @OptionGroup var replacing: ReplaceOption

  @OptionGroup var strict: StrictOption

  @OptionGroup package var options: OutputOptions

  package init() {}

  package func validate() throws {
    if pairs != nil { return try validatePairs() }
    if paths.isEmpty { throw ValidationError("Missing expected argument '<recording> ...'") }
    guard distance.count <= 1 || distance.count == paths.count else {
      throw ValidationError(
        "--distance: expected it once, or once for each of \(paths.count) recordings, found \(distance.count)"
      )
    }
    if exponent != nil, Set(distance).count != 1 {
      throw ValidationError(
        distance.isEmpty
          ? "--n requires --distance" : "--n cannot be combined with several distances, to which n is fitted")
    }
    if isDataset { return try validateDataset() }
    if walks { throw ValidationError("--walks: expected a data set's declaration, found \(paths[0])") }
    guard distance.isEmpty else {
      return try refuse(
        ["--truth": truth != nil, "--tracks": tracks != nil], "and --distance cannot be combined")
    }
    if beacon != nil { throw ValidationError("--beacon requires --distance") }
    guard paths.count == 1 else {
      throw ValidationError("expected one recording without --distance, found \(paths.count)")
    }
    if site == nil { throw ValidationError("--site <file> or --distance <metres> is required") }
    if truth == nil { throw ValidationError("--truth <file> is required") }
  }

  /// Pairs need a site; a walk beside them is one recording.
  private func validatePairs() throws {
    try refuse(
      [
        "--distance": !distance.isEmpty, "--beacon": beacon != nil, "--walks": walks, "--n": exponent != nil,
        "--interval": interval != nil, "--sensitivity": sensitivity != nil, "--noise": noise != 0,
        "--uncensored": uncensored, "--channel": channel != nil, "--residuals": residuals != nil,
        "--write-site": writeSite != nil,
      ], "and --pairs cannot be combined")
    if site == nil { throw ValidationError("--pairs requires --site") }
    guard paths.isEmpty == (truth == nil), paths.count <= 1, !isDataset else {
      throw ValidationError("--pairs: expected no walk, or one recording with its --truth")
    }
  }

  /// A data set says itself what its files are.
  private func validateDataset() throws {
    // Another kind of file is refused when it is read.
    guard (try? Document(contentsOf: paths[0]).check(is: .dataset)) != nil else { return }
    try refuse(
      [
        "--site": site != nil, "--truth": truth != nil, "--tracks": tracks != nil,
        "--distance": !distance.isEmpty, "--beacon": beacon != nil, "--lap": lap != nil,
        "--averaged": averaged != nil,
      ], "cannot be combined with the data set \(paths[0])")
  }

  package func checkOutputs() throws { try checkOutputs(besides: site) }

  package func prepared() throws -> any PreparedStudy {
    if let pairs, let site {
      let file = try SiteFile(contentsOf: site)
      return PairRun(
        pairs: try AnchorPairs(contentsOf: pairs, site: file.site), walk: paths.isEmpty ? nil : try input().0,
        siteWarnings: file.warnings)
    }
    let (readings, siteFile) = try input()
    // Of a data set, the site is known only now.
    if site == nil { try checkOutputs(besides: siteFile?.document.location.file) }
    return CalibrationRun(
      readings: readings, site: siteFile, source: paths.joined(separator: ", "),
      options: ChannelFit.Options(
        sensitivity: sensitivity.map { DBm($0) }, assumedExponent: exponent ?? 2, noise: Decibels(noise),
        censoring: !uncensored), outputs: outputs)
  }

  private var outputs: CalibrationRun.Outputs {
    CalibrationRun.Outputs(
      channel: channel, residuals: residuals, site: writeSite, others: replacing.others())
  }

  fileprivate static let noSite = FileProblem(file: "--write-site", sentence: "requires --site")

  /// Says before anything is fitted whether all that is asked for can be written, with nothing lost that was read: a site
  /// is written without its comments.
  private func checkOutputs(besides site: String?) throws {
    if writeSite != nil, self.site == nil, !isDataset { throw Self.noSite }
    try OutputFile.check(
      [channel, residuals, writeSite], apartFrom: paths + [site, truth, tracks, pairs],
      others: replacing.others())
  }

  private var captureOptions: ReplayOptions { ReplayOptions(strictness: strict.strictness) }

  private var isDataset: Bool {
    paths.count == 1 && (paths[0].hasSuffix(".yaml") || paths[0].hasSuffix(".yml"))
  }

  private func input() throws -> (ChannelReadings, SiteFile?) {
    if isDataset {
      let (readings, site) = try CalibrationInput.dataset(
        paths[0], root: data.root, walks: walks, interval: interval)
      return (readings, site)
    }
    let siteFile = try site.map { path in try SiteFile(contentsOf: path) }
    if !distance.isEmpty {
      return (
        try CalibrationInput.standing(
          paths, distances: distance, beacon: beacon, site: siteFile, averageSeconds: averaged,
          interval: interval, options: captureOptions), siteFile
      )
    }
    guard let siteFile, let truth else {
      throw ValidationError("--site <file> and --truth <file> are required")
    }
    let table = try TruthTable(contentsOf: truth, site: siteFile.site, clockOffset: clockOffset ?? 0)
    let beacons = try tracks.map { path in
      try BeaconTracksTable(contentsOf: path, site: siteFile.site, clockOffset: clockOffset ?? 0)
    }
    return (
      try CalibrationInput.walk(
        recording: paths[0], site: siteFile, truth: table, tracks: beacons, lap: lap,
        averageSeconds: averaged,
        interval: interval, options: captureOptions), siteFile
    )
  }
}

/// Anchors that hear each other, and a walk to compare with.
private struct PairRun: PreparedStudy {
  let pairs: AnchorPairs
  let walk: ChannelReadings?
  let siteWarnings: [String]

  var warnings: [String] { (walk?.warnings ?? []) + siteWarnings }

  func run(_ runner: StudyRunner) throws -> PairCalibration { try PairCalibration(pairs, walk: walk) }
}

/// Readings to which a channel is fitted, and what is written of it.
private struct CalibrationRun: PreparedStudy {
  struct Outputs {
    let channel: String?
    let residuals: String?
    let site: String?
    let others: OutputFile.Others
  }

  let readings: ChannelReadings
  let site: SiteFile?
  let source: String
  let options: ChannelFit.Options
  let outputs: Outputs

  var warnings: [String] { readings.warnings + (site?.warnings ?? []) }

  func run(_ runner: StudyRunner) throws -> ChannelFit {
    try ChannelFit(readings, source: source, options: options)
  }

  func keep(_ fit: ChannelFit, provenance: Provenance) throws -> [String] {
    var files: [(path: String, data: Data)] = []
    if let channel = outputs.channel { files.append((channel, Data(fit.channelDocument.yaml.utf8))) }
    if let residuals = outputs.residuals { files.append((residuals, Data(fit.residualsTable.utf8))) }
    if let path = outputs.site {
      guard let site else { throw CalibrateCommand.noSite }
      // Methods take n and C for all that lies between, walls included.
      let open =
        fit.readings.haveWalls
        ? try ChannelFit(readings.withoutWalls, source: source, options: options) : fit
      files.append((path, Data(try open.siteDocument(of: site).yaml.utf8)))
    }
    try OutputFile.write(files, others: outputs.others)
    return []
  }
}
