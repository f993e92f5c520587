import Documents
import Foundation
import Glibc
import TestSupport
import Testing

/// `air` with hosts: Bumble's, and one by hand.
@Suite(.timeLimit(.minutes(5))) struct AirTests {
  /// What the program said, and what a host found.
  private struct Air {
    let outcome: Outcome
    let found: Document
  }

  private static let isReady = Python.ofClients != nil

  /// Starts `air` at a free port, lets hosts connect one after another, and waits for its end.
  ///
  /// - Parameters:
  ///   - options: of `air`.
  ///   - hosts: the arguments of each host behind the port.
  private func air(
    _ options: [String], hosts: [String], in folder: TemporaryFolder
  ) async throws -> Air {
    let (stream, ended) = AsyncStream<Int32>.makeStream()
    let arguments = ["air", "tiny.yaml", "--listen", "127.0.0.1:0"] + options
    let process = try Program.start(arguments, in: folder) {
      ended.yield($0.terminationReason == .uncaughtSignal ? -1 : $0.terminationStatus)
      ended.finish()
    }
    try await wait { try waitingPort(in: folder) != nil || !process.isRunning }
    let errors = try folder.read(".errors")
    let port = try #require(try waitingPort(in: folder), "\(errors)")
    let host = try await host([port] + hosts)
    #expect(host.status == 0, "\(host.output)")
    var status: Int32 = -1
    for await value in stream { status = value }
    return Air(
      outcome: Outcome(
        status: status, wasKilled: status == -1, output: try folder.read(".output"),
        errors: try folder.read(".errors")),
      found: try Document(json: host.status == 0 ? host.output : "{}", file: "host"))
  }

  /// Runs a host on a thread of its own: it takes seconds, and others need those of the tests.
  private func host(_ arguments: [String]) async throws -> (status: Int32, output: String) {
    let program = [try #require(Python.ofClients), Checkout.path("Tests/Clients/air_host.py")]
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try run(program + arguments) }) }
    }
  }

  private func waitingPort(in folder: TemporaryFolder) throws -> String? {
    let output = try folder.read(".output")
    return output.firstMatch(of: /127\.0\.0\.1:([0-9]+)["\n]/).map { String($0.output.1) }
  }

  /// Address, level and data of each report of a capture of `simulate`, by Python alone.
  private func captured(_ name: String, in folder: TemporaryFolder) throws -> [String] {
    let program = """
      import struct
      octets = open("\(folder.path(name))", "rb").read()[16:]
      while octets:
          length = struct.unpack(">I", octets[4:8])[0]
          packet, octets = octets[24:24 + length], octets[24 + length:]
          if packet[:2] == b"\\x04\\x3e" and packet[3] == 2:
              print(":".join(f"{o:02X}" for o in packet[12:6:-1]), struct.unpack("b", packet[-1:])[0], packet[14:-1].hex())
      """
    return try Python.run(program).output.split(separator: "\n").map(String.init)
  }

  private func reports(_ found: Document) throws -> [String] {
    try found.elements("heard").map { report in
      let parts = try report.elements
      return "\(try parts[1].text) \(Int(try parts[2].number)) \(try parts[3].text)"
    }
  }

  @Test(
    .enabled(if: isReady, Comment(rawValue: Python.noClients)),
    arguments: [("legacy", "passive"), ("legacy", "active"), ("extended", "passive")])
  func `Bumble hears what simulate writes, in order`(_ kind: String, _ mode: String) async throws {
    let folder = try SmallFiles.folder()
    let written = try await Program.run(
      ["simulate", "tiny.yaml", "--lap", "2", "--capture", "lap.btsnoop"], in: folder)
    try #require(written.status == 0)
    let air = try await air(
      ["--lap", "2", "--pace", "max", "--start-on-scan", "--hosts", "1"], hosts: ["bumble", kind, mode, "0"],
      in: folder)
    #expect(air.outcome.status == 0 && air.outcome.errors.isEmpty)
    let (heard, expected) = (try reports(air.found), try captured("lap.btsnoop", in: folder))
    #expect(expected.count > 300 && heard == expected, "\(heard.count) of \(expected.count)")
    #expect(air.outcome.output.contains("1 host, 1 lap: \(expected.count) advertisements reported.\n"))
  }

  @Test(.enabled(if: isReady, Comment(rawValue: Python.noClients)))
  func `beacons answer an active scan with their names where they are to`() async throws {
    let folder = try SmallFiles.folder()
    let options = ["--pace", "max", "--start-on-scan", "--hosts", "1", "--scan-response"]
    let air = try await air(options, hosts: ["bumble", "legacy", "active", "0"], in: folder)
    let responses = try air.found.elements("heard").filter { try $0.elements[4].flag }
    // Bumble joins a response to its advertisement.
    #expect(!responses.isEmpty)
    #expect(try responses.contains { try $0.elements[3].text.contains("0409" + "6f6e65") })
  }

  /// The snooped capture has the clock of this machine, and what it holds is late. Here each beacon sends once a second, 0.15 to 0.38 s after it
  /// began, and the presses are not late in a second either: so the seconds of the phone hold the same readings.
  @Test(.enabled(if: isReady, Comment(rawValue: Python.noClients)))
  func
    `what a host writes down while it scans has the counts of what it heard, and a replay the errors of run`()
    async throws
  {
    let folder = try SmallFiles.folder()
    // A lap of 8 s.
    let short =
      ["--seed", "36"]
      + ["walk.walkIn=1", "walk.fastest=3", "walk.speed=2.5", "beacons.interval=1", "beacons.delay=0"].flatMap
    {
      ["--set", $0]
    }
    let air = try await air(
      short + ["--start-on-scan", "--hosts", "1", "--presses", "presses.csv"],
      hosts: ["bumble", "legacy", "passive", "9", folder.path("host.btsnoop")], in: folder)
    #expect(air.outcome.status == 0 && air.outcome.errors.isEmpty)
    let heard = try air.found.elements("heard").count
    let inspected = try Document(
      json: try await Program.run(["inspect", "host.btsnoop", "--json"], in: folder).output, file: "inspect")
    let reports = inspected.has("files") ? try inspected.elements("files")[0] : inspected
    #expect(try reports.integer("advertisingReports") == heard && heard > 20)

    let replay = ["replay", "host.btsnoop", "--scenario", "tiny.yaml", "--presses", "presses.csv", "--json"]
    // The refusal names the offset between the two clocks.
    let refused = try await Program.run(replay, in: folder).errors
    let offset = try #require(refused.firstMatch(of: /--clock-offset (-[0-9.]+)/)).output.1
    let again = try await Program.run(replay + ["--clock-offset", String(offset)], in: folder)
    try #require(again.status == 0, "\(again.errors)")
    let run = try await Program.run(["run", "tiny.yaml", "--laps", "1", "--json"] + short, in: folder)
    let (replayed, simulated) = try (scores(again.output), scores(run.output))
    #expect(replayed.count == 3 && simulated.count == 3)
    for (a, b) in zip(replayed, simulated) { #expect(abs(a - b) < 1e-9, "\(replayed) \(simulated)") }
  }

  /// The mean errors of all pipelines.
  private func scores(_ output: String) throws -> [Double] {
    try Document(json: output, file: "scores").elements("scores").map { try $0.number("meanMetres") }
  }

  /// The app under test is always a metre too far east.
  @Test(.enabled(if: isReady, Comment(rawValue: Python.noClients)))
  func `fixes of an app are scored against what was in the air`() async throws {
    let folder = try SmallFiles.folder()
    let air = try await air(
      ["--pace", "20", "--end-with-lap", "--truth", "truth.csv", "--events", "events.csv"],
      hosts: ["silent", "3"], in: folder)
    #expect(air.outcome.status == 0)
    let rows = try folder.read("truth.csv").split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    try #require(rows.count >= 2)
    let (start, end) = (rows[0][0], rows[rows.count - 1][0])
    // About 20 s at 20 times the speed.
    #expect(start > 1.7e9 && (0.5...3).contains(end - start))
    let program = """
      import csv
      rows = [[float(v) for v in row] for row in list(csv.reader(open("\(folder.path("truth.csv"))")))[1:]]
      print("pipeline,lap,time_s,x_m,y_m")
      for time, x, y, z, floor in rows:
          print(f"app,0,{time},{x + 1},{y}")
      """
    try folder.write(try Python.run(program).output, to: "fixes.csv")
    let scored = try await Program.run(
      ["score", "fixes.csv", "--site", "site.yaml", "--truth", "truth.csv", "--json"], in: folder)
    try #require(scored.status == 0, "\(scored.errors)")
    #expect(try scores(scored.output).allSatisfy { abs($0 - 1) < 1e-6 })
    #expect(try folder.read("events.csv").contains(",host,1\n"))
    #expect(air.outcome.output.contains("while the host did not scan"))
  }

  @Test(.enabled(if: isReady, Comment(rawValue: Python.noClients)))
  func `hosts may leave in the middle of everything, and the next one is served`() async throws {
    let folder = try SmallFiles.folder()
    let air = try await air(["--loop", "--hosts", "31", "--json"], hosts: ["stubborn"], in: folder)
    #expect(air.outcome.status == 0 && air.outcome.errors.isEmpty)
    #expect(try air.found.integer("status") == 0)
  }

  @Test(.enabled(if: isReady, Comment(rawValue: Python.noClients)))
  func `what a controller cannot do is answered, and what is no HCI ends the connection in a sentence`()
    async throws
  {
    let folder = try SmallFiles.folder()
    let air = try await air(["--hosts", "1"], hosts: ["odd"], in: folder)
    #expect(air.outcome.status == 0)
    #expect(
      try air.found.integer("unknown") == 1 && air.found.integer("mixed") == 0x0C
        && air.found.integer("short") == 0x12 && air.found.integer("whileOn") == 0x0C)
    #expect(try air.found.flag("ended"))
    let said = air.outcome.output
    #expect(said.contains("advertising: iBeacon 00010203-0405-0607-0809-0A0B0C0D0E0F"))
    #expect(said.contains("expected the indicator of an HCI packet (01, 02, 03 or 05), found 7F"))
    #expect(said.contains("1 unknown: 0x0405") && said.contains("1 packet of data"))
  }

  @Test(.enabled(if: isReady, Comment(rawValue: Python.noClients)))
  func `a looped lap begins again, also as fast as the host reads`() async throws {
    let folder = try SmallFiles.folder()
    let written = try await Program.run(["simulate", "tiny.yaml", "--capture", "lap.btsnoop"], in: folder)
    try #require(written.status == 0)
    let lap = try captured("lap.btsnoop", in: folder).map { Double($0.split(separator: " ")[1]) }
    let air = try await air(
      ["--loop", "--pace", "max", "--start-on-scan", "--hosts", "1"],
      hosts: ["flood", "\(2 * lap.count + 5)"],
      in: folder)
    #expect(air.outcome.status == 0)
    #expect(try air.found.elements("levels").map { try $0.number } == lap + lap + lap.prefix(5))
  }

  @Test(.enabled(if: isReady, Comment(rawValue: Python.noClients)))
  func `a host at the end of two pipes hears the lap`() async throws {
    let folder = try SmallFiles.folder()
    for name in ["in", "out"] { #expect(mkfifo(folder.path(name), 0o600) == 0) }
    let (stream, ended) = AsyncStream<Int32>.makeStream()
    _ = try Program.start(
      ["air", "tiny.yaml", "--pipes", "in,out", "--pace", "max", "--start-on-scan"], in: folder
    ) {
      ended.yield($0.terminationStatus)
      ended.finish()
    }
    let host = try await host(["0", "pipes", folder.path("in"), folder.path("out")])
    var status: Int32 = -1
    for await value in stream { status = value }
    #expect(status == 0)
    let levels = try Document(json: host.output, file: "host").elements("levels").map { try $0.number }
    let written = try await Program.run(["simulate", "tiny.yaml", "--capture", "lap.btsnoop"], in: folder)
    #expect(written.status == 0)
    let expected = try captured("lap.btsnoop", in: folder).prefix(50).map {
      Double($0.split(separator: " ")[1])
    }
    #expect(levels == expected)
  }

  @Test func `places that hosts cannot come from are refused in a sentence`() async throws {
    let folder = try SmallFiles.folder()
    let busy = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(busy) }
    var address = sockaddr_in()
    (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), UInt32(0x7F00_0001).bigEndian)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(busy, $0, length)
        _ = listen(busy, 1)
        return getsockname(busy, $0, &length)
      }
    }
    try #require(port == 0)
    let number = UInt16(bigEndian: address.sin_port)
    for (arguments, sentence) in [
      (["--listen", "127.0.0.1:\(number)"], "127.0.0.1:\(number): address already in use"),
      (["--listen", "nowhere:1"], "expected an address of this machine in numbers"),
      (["--listen", "9000"], "expected an address and a port, such as 127.0.0.1:9000"),
      (["--pipes", "no-in,no-out"], "no-in: no such file"),
      (["--pipes", "one"], "expected two names"),
      ([], "expected one of --listen, --pipes and --vhci"),
      (["--listen", "127.0.0.1:0", "--lap", "9"], "--lap: expected 0 to 3"),
      (["--listen", "127.0.0.1:0", "--pace", "0"], "expected max or a number from 0.01 to 1000"),
      (
        ["--listen", "127.0.0.1:0", "--pace", "max", "--truth", "t"],
        "--truth requires a --pace that is a number"
      ),
    ] {
      let outcome = try await Program.run(["air", "tiny.yaml"] + arguments, in: folder)
      #expect(outcome.status == 2 && outcome.errors.contains(sentence), "\(arguments): \(outcome.errors)")
    }
  }

  @Test(.enabled(if: !FileManager.default.fileExists(atPath: "/dev/vhci"), "this machine has /dev/vhci"))
  func `without the driver of virtual adapters there is a sentence`() async throws {
    let outcome = try await Program.run(["air", "tiny.yaml", "--vhci"], in: try SmallFiles.folder())
    #expect(outcome.status == 2 && outcome.errors.contains("/dev/vhci: no such file"))
  }

  private static let isBlueZReady =
    FileManager.default.fileExists(atPath: "/dev/vhci") && geteuid() == 0
    && (try? run(["sh", "-c", "command -v hciconfig hcitool btmon"]).status) == 0

  /// The kernel's own host, with BlueZ's oldest tools, which need no service.
  @Test(.enabled(if: isBlueZReady, "no /dev/vhci, no right to it, or no tools of BlueZ"))
  func `BlueZ hears a lap through a virtual adapter`() async throws {
    let folder = try SmallFiles.folder()
    let process = try Program.start(
      ["air", "tiny.yaml", "--vhci", "--start-on-scan", "--loop", "--pace", "5"], in: folder)
    defer { process.terminate() }
    try await wait { try folder.read(".output").contains("waiting: the adapter hci") }
    let output = try folder.read(".output")
    let adapter = String(try #require(output.firstMatch(of: /adapter (hci[0-9]+)/)).output.1)
    let commands =
      "hciconfig \(adapter) up; btmon -i \(adapter) -w \(folder.path("heard")) >/dev/null & sleep 1; "
      + "timeout 5 hcitool -i \(adapter) lescan --passive --duplicates >/dev/null; kill %1"
    _ = try run(["bash", "-c", commands])
    let inspected = try await Program.run(["inspect", "heard", "--json"], in: folder)
    #expect(try Document(json: inspected.output, file: "inspect").integer("advertisingReports") > 100)
  }
}
