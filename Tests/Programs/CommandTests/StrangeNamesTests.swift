import Foundation
import TestSupport
import Testing

/// Names and texts that would steer the terminal, and names of files that are no UTF-8.
@Suite struct StrangeNamesTests {
  /// Octets that no output may hold: C0 but the line feed, and C1 and the override of direction in UTF-8.
  private func isClean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value) && scalar.value != 0x202E
    }
  }

  /// Runs a command in a shell, whose words may hold any octets.
  private func shell(_ command: String, in folder: TemporaryFolder) throws -> String {
    try TestSupport.run(["bash", "-c", "cd '\(folder.path)'; \(command) 2>&1"]).output
  }

  @Test(arguments: ["", " --json"])
  func `a readings table's beacon is escaped in tables and JSON`(option: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "time_s,beacon,rssi_dbm\n0.1,\u{1B}]0;x\u{7}\u{9B}31mevil\u{202E},-60\n1.2,b,-61\n", to: "r.csv")
    let outcome = try await Program.run(
      ["replay", "r.csv"] + option.split(separator: " ").map(String.init), in: folder)
    #expect(outcome.status == 0 && outcome.output.contains("evil"))
    #expect(isClean(outcome.output), "\(outcome.output)")
  }

  @Test(arguments: ["", " --json"])
  func `hcidump's text and the name of its file are escaped where they are shown`(option: String) throws {
    let folder = try TemporaryFolder()
    let text = "> 04 3E 0C 02 01 03 01 01 00 00 E5 98 C0 00 BA\n> 04 3E \u{9B}31mRED\u{9D}0;t\u{7}\n"
    try folder.write("HCI sniffer - Bluetooth packet analyzer ver 5.66\n" + text, to: "text")
    let output = try shell(
      "mv text $'a\\e[2Jb\\nc' && '\(Program.path)' inspect\(option) $'a\\e[2Jb\\nc'", in: folder)
    #expect(output.contains("RED") && output.contains("[2Jb"))
    #expect(isClean(output), "\(output)")
    if option.isEmpty { #expect(output.hasPrefix("a\\u{1B}[2Jb\\nc: ")) }
  }

  @Test(arguments: ["\\e[31m", "a\\nb", "\\x9B", "\\u202E"])
  func `a pipeline's name with a character that is no text is refused`(character: String) async throws {
    let folder = try SmallFiles.folder()
    let name = character.replacing("\\x9B", with: "\\u009B")
    try folder.write(
      SmallFiles.scenario.replacing("name: Kalman", with: "name: \"K\(name)\""), to: "tiny.yaml")
    let outcome = try await folder.run("run tiny.yaml --laps 2")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains(
        "pipelines[0].name: expected a text without control or invisible characters, found \"K"))
    #expect(isClean(outcome.errors) && outcome.errors.count { $0 == "\n" } == 1)
  }

  @Test func `a site's beacons, rooms and nodes are refused such names`() async throws {
    for (plain, strange) in [("id: one", "id: \"o\\u202Ene\""), ("a: [0, 0]", "\"a\\e\": [0, 0]")] {
      let folder = try SmallFiles.folder()
      try folder.write(SmallFiles.site.replacing(plain, with: strange), to: "site.yaml")
      let outcome = try await folder.run("run tiny.yaml")
      #expect(outcome.status == 2 && outcome.errors.contains("a text without"), "\(outcome.errors)")
      #expect(isClean(outcome.errors))
    }
  }

  @Test func `a results folder's name with a line feed is refused`() async throws {
    let folder = try SmallFiles.folder()
    let outcome = try await Program.run(["run", "tiny.yaml", "--name", "a\nb"], in: folder)
    #expect(outcome.status == 2 && isClean(outcome.errors) && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("beaconbench: --name: expected 1 to 200 characters"))
    #expect(outcome.errors.contains(#", found a\nb; see"#), "\(outcome.errors)")
    #expect(!folder.exists("results"))
  }

  @Test(arguments: [
    (
      ["run", "tiny.yaml", "--laps", "3\n4"],
      #"--laps: expected a whole number from 1 to 1000000, found 3\n4"#
    ),
    (["run", "tiny.yaml", "--laps=3\n4"], #"--laps: expected a whole number from 1 to 1000000, found 3\n4"#),
    (["run", "tiny.yaml", "a\n b"], #"unexpected argument a\n b"#),
  ])
  func `an end of a line in an argument is shown as it is escaped`(arguments: [String], sentence: String)
    async throws
  {
    let outcome = try await Program.run(arguments, in: SmallFiles.folder())
    #expect(outcome.status == 2)
    #expect(outcome.errors == "beaconbench: \(sentence); see 'beaconbench run --help'\n")
  }

  /// "café" in Latin-1, as captures and folders of older machines are called.
  @Test func `files are opened whose names are no UTF-8`() async throws {
    let folder = try SmallFiles.folder()
    _ = try await folder.run("simulate tiny.yaml --capture lap --readings r --truth t")
    let names = "$'caf\\xE9"
    let output = try shell(
      """
      mkdir \(names)' && mv lap r t tiny.yaml site.yaml \(names)'
      b='\(Program.path)'
      $b inspect \(names)/lap' | head -1
      $b replay \(names)/lap' --site \(names)/site.yaml' | head -1
      $b replay \(names)/r' --scenario \(names)/tiny.yaml' --truth \(names)/t' | head -1
      $b replay \(names)/none' 2>&1
      $b replay \(names)/lup'
      """, in: folder)
    let lines = output.split(separator: "\n")
    try #require(lines.count == 5)
    #expect(lines.first == #"caf\xE9/lap: btsnoop 1002"#)
    #expect(lines[1].hasPrefix("3 beacons heard in ") && lines[2].hasPrefix("tiny: 1 lap, "))
    #expect(lines.dropLast().last == #"beaconbench: caf\xE9/none: no such file"#)
    #expect(lines.last == #"beaconbench: caf\xE9/lup: no such file (did you mean caf\xE9/lap?)"#)
  }

  @Test func `files and results folders are written, replaced, read and accepted whose names are no UTF-8`()
    async throws
  {
    let folder = try SmallFiles.folder()
    let name = "$'caf\\xE9'"
    let output = try shell(
      """
      b='\(Program.path)'
      mkdir \(name)
      $b simulate tiny.yaml --readings \(name)/\(name) > /dev/null
      $b run tiny.yaml --laps 2 --quiet --name x --results \(name)/\(name)r > /dev/null
      $b run tiny.yaml --laps 2 --quiet --name x --results \(name)/\(name)r > /dev/null
      $b compare \(name)/\(name)r/*/x \(name)/\(name)r/*/x > /dev/null && echo alike
      $b compare \(name)/new \(name)/\(name)r/*/x --accept > /dev/null
      test -s \(name)/\(name) -a -s \(name)/new/errors.csv -a -s \(name)/\(name)r/*/x/errors.csv && echo there
      ls -A \(name) \(name)/\(name)r | grep -c .
      """, in: folder)
    // A heading for each folder, three names in one and the scenario's in the other.
    #expect(output == "alike\nthere\n6\n", "\(output)")
  }
}
