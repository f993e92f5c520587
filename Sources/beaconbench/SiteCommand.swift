import ArgumentParser
import Documents
import Figures
import Placing
import Reporting
import SiteFiles
import World

struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site", abstract: "Import a site, or check one.",
    subcommands: [SiteImportCommand.self, SiteCheckCommand.self])
}

struct SiteCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find what is likely wrong with a site.",
    discussion: """
      Looks for lengths that are not in metres, beacons outside, test points and paths in walls, rooms and floors without a way, \
      and places with fewer than 3 beacons heard. The exit status is 1 when something is found.

      Example: beaconbench site check my-site.yaml
      """)

  @Argument(help: ArgumentHelp("The site file.", valueName: "site"), transform: OptionValue.input)
  var path: String

  @OptionGroup var hearing: HearingOptions

  @Flag(help: "Print one JSON document instead of tables.")
  var json = false

  @OptionGroup var tables: TableOption

  func validate() throws { try tables.check(json: json) }

  func run() throws {
    let site = try SiteFile(contentsOf: path)
    try showPlanCheck(of: site, path: path, hearing: hearing.hearing, tables: tables, json: json)
  }
}
