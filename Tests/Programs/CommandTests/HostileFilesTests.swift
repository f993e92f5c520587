import Foundation
import TestSupport
import Testing

/// Small files that would take the machine: each is refused in one sentence, with little memory, and nothing stays behind.
@Suite(.serialized, .enabled(if: Python.isPresent, "needs python3"), .timeLimit(.minutes(10)))
struct HostileFilesTests {
  /// Runs the program in a folder, ends it where it takes minutes, and says what it and its children took.
  private static let measured = """
    import resource, subprocess, sys
    try:
        ended = subprocess.run(sys.argv[2:], cwd=sys.argv[1], capture_output=True, stdin=subprocess.DEVNULL, timeout=240)
        status, errors = ended.returncode, ended.stderr.decode()
    except subprocess.TimeoutExpired:
        status, errors = 999, "still at it"
    print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10, errors.strip())
    """

  /// - Returns: the status, the megabytes of the largest process at its peak, and what was said on standard error.
  private func run(
    _ words: [String], in folder: TemporaryFolder
  ) async throws -> (status: Int, megabytes: Int, said: String) {
    let python = Self.ezdxf.map { ["BEACONBENCH_PYTHON=\($0)"] } ?? []
    let command = ["env"] + python + ["python3", "-c", Self.measured, folder.path, Program.path] + words
    let output = try await inBackground { try TestSupport.run(command).output }
    let parts = output.split(separator: " ", maxSplits: 2)
    return (
      try #require(Int(parts[0])), try #require(Int(parts[1])),
      parts.count > 2 ? parts[2].trimmingCharacters(in: .newlines) : ""
    )
  }

  /// Others need the threads of the tests.
  private func inBackground<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
  }

  private func make(_ program: String, in folder: TemporaryFolder, by python: String = "python3") async throws
  {
    let program = "import os; os.chdir('\(folder.path)')\n" + program
    let ended = try await inBackground { try TestSupport.run([python, "-c", program]) }
    #expect(ended.status == 0)
  }

  private static let ezdxf: String? = [
    ProcessInfo.processInfo.environment["BEACONBENCH_PYTHON"], Checkout.path(".build/python/bin/python3"),
    "python3",
  ].compactMap(\.self).first { (try? TestSupport.run([$0, "-c", "import ezdxf"]).status) == 0 }

  // MARK: - Drawings

  /// What ezdxf draws beside a room, and how the sentence goes on.
  static let drawings: [(program: String, sentence: String)] = [
    (
      "model.add_arc((0, 0), 1e15, 0, 180, dxfattribs=wall)",
      "expected coordinates within 10,000 km, found 1e+15 m in ARC"
    ),
    (
      "model.add_arc((0, 0), 1e308, 0, 180, dxfattribs=wall)",
      "expected coordinates within 10,000 km, found nan m in ARC"
    ),
    (
      "model.add_lwpolyline([(0, 0, 0, 0, 1e12), (4, 0, 0, 0, 0)], dxfattribs=wall)",
      "expected coordinates within 10,000 km, found"
    ),
    (
      "model.add_spline([(0, 0, 0), (1e300, 2, 0), (3, -1e300, 0), (5, 0, 0)], dxfattribs=wall)",
      "expected coordinates within 10,000 km, found 1e+300 m in SPLINE"
    ),
    (
      "blocks = drawing.blocks.new('A'); blocks.add_blockref('A', (1, 0)); model.add_blockref('A', (0, 0))",
      "expected blocks that do not insert themselves, found the block A in itself"
    ),
    (
      """
      for level in range(7):
          block = drawing.blocks.new(f'B{level}')
          for place in range(10):
              block.add_blockref(f'B{level - 1}', (place, 0)) if level else block.add_line((0, 0), (1, 1))
      model.add_blockref('B6', (0, 0))
      """, "expected at most 200000 entities, those of blocks included, found more"
    ),
    (
      """
      for number in range(20000):
          model.add_text(f'T{number}', dxfattribs={'insert': (1 + number / 1e5, 2)})
      model.add_lwpolyline([(k % 2 * 9, k) for k in range(2000)] + [(-1, 2000), (-1, 0)], close=True, dxfattribs={'layer': 'ROOM'})
      """, "expected at most 20000000 sides of rooms to look for labels in, found more"
    ),
  ]

  @Test(.enabled(if: ezdxf != nil, "no Python with ezdxf: run make build"), arguments: drawings.indices)
  func `a DXF that would go on without end is refused, with the entity`(index: Int) async throws {
    let (program, sentence) = Self.drawings[index]
    let folder = try TemporaryFolder()
    let drawing = """
      import ezdxf
      drawing = ezdxf.new("R2010"); drawing.units = 6; model = drawing.modelspace(); wall = {"layer": "WALL"}
      model.add_lwpolyline([(50, 0), (60, 0), (60, 5), (50, 5)], close=True, dxfattribs={"layer": "ROOM"})
      \(program)
      drawing.saveas("plan.dxf")
      """
    try await make(drawing, in: folder, by: try #require(Self.ezdxf))
    let ended = try await run(["site", "import", "plan.dxf", "--output", "site.yaml"], in: folder)
    #expect(ended.status == 2 && ended.said.hasPrefix("beaconbench: plan.dxf: \(sentence)"), "\(ended)")
    #expect(ended.megabytes < 400 && !folder.exists("site.yaml"))
  }

  /// Each in the place of an attribute, and the sentence; nil where the drawing can be read.
  static let attributes: [(old: String, program: String, sentence: String?)] = [
    ("width=''", "width='" + String(repeating: "1", count: 200_000) + "x'", "expected --metres-per-unit"),
    ("transform=''", "transform='" + String(repeating: "a", count: 200_000) + "'", nil),
    ("transform=''", "transform='" + String(repeating: "a ( ", count: 100_000) + "'", nil),
    (
      "M0,0", "M0,0 " + String(repeating: "1", count: 2_000_000) + " 0",
      "expected numbers of at most 60 characters, found 11111111111111111111 and so on"
    ),
    (
      "M0,0", "M0,0" + String(repeating: " 1 1", count: 1_100_000),
      "expected at most 200000 points, found more"
    ),
    (
      "h60", "h60e300",
      "expected coordinates within 10,000 km, found 6e+301 m in the path ward"
    ),
    ("id='ward'", "id='ward-" + String(repeating: "1", count: 2_000_000) + "!'", nil),
  ]

  @Test(arguments: attributes.indices)
  func `an SVG is read in a time that is in proportion to its length`(index: Int) async throws {
    let (old, new, sentence) = Self.attributes[index]
    let drawing =
      "<svg xmlns='http://www.w3.org/2000/svg' width='' viewBox='0 0 100 100'><g id='rooms' transform=''><path id='ward' d='M0,0 h60 v40 h-60 z'/></g></svg>"
    let folder = try TemporaryFolder()
    try folder.write(drawing.replacing(old, with: new), to: "plan.svg")
    let scale = old == "width=''" ? [] : ["--metres-per-unit", "1"]
    let ended = try await run(
      ["site", "import", "plan.svg", "--output", "site.yaml"] + scale, in: folder)
    if let sentence {
      #expect(ended.status == 2 && ended.said.hasPrefix("beaconbench: plan.svg: \(sentence)"), "\(ended)")
    } else {
      #expect(ended.status == 0, "\(ended)")
    }
    #expect(ended.megabytes < 400)
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `the Python of a drawing ends with the program, however that ends`(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    try folder.write("<svg/>", to: "plan.svg")
    try folder.write("#!/bin/sh\necho $$ >number\nexec sleep 1000\n", to: "python")
    chmod(folder.path("python"), 0o755)
    let (stream, ended) = AsyncStream<Void>.makeStream()
    let program = try Program.start(
      ["site", "import", "plan.svg", "--output", "site.yaml", "--metres-per-unit", "1"], in: folder,
      environment: ["BEACONBENCH_PYTHON": folder.path("python")]
    ) { _ in ended.finish() }
    try await wait { (try? folder.read("number").hasSuffix("\n")) == true }
    kill(program.processIdentifier, signal)
    for await _ in stream {}
    let number = try folder.read("number").dropLast()
    try await wait {
      let status = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ") Z"
      return status.split(separator: ")").last?.hasPrefix(" Z") == true
    }
  }

  // MARK: - Archives

  static let archives: [(program: String, words: [String], sentence: String)] = [
    (
      "import zipfile; zipfile.ZipFile('x.zip', 'w', 8).writestr('bluetooth-x.csv', 'time,id,rssi\\n' + '1\\n' * 40_000_000)",
      ["inspect", "x.zip"],
      "x.zip: byte 0: expected at most 67108864 bytes in bluetooth-x.csv, found 80000013"
    ),
    (
      "import zipfile; zipfile.ZipFile('x.zip', 'w', 8).writestr('bluetooth-x.csv', 'time,id,rssi\\n' + ',' * 60_000_000)",
      ["inspect", "x.zip"],
      "x.zip: bluetooth-x.csv: byte 13: expected a line of at most 262144 bytes, found a longer one"
    ),
    (
      "import zipfile; zipfile.ZipFile('x.zip', 'w', 8).writestr('bluetooth-x.csv', 'time,id,rssi\\n' + '1,,1\\n' * 13_000_000)",
      ["inspect", "x.zip"],
      "x.zip: bluetooth-x.csv: expected at most 4000000 rows of a log that is read as a whole, found more"
    ),
    (
      "import gzip; gzip.open('x.csv.gz', 'wb', 6).write(b'time_s,beacon,rssi_dbm\\n' + b'0,a,-70\\n' * 10_000_000)",
      ["inspect", "x.csv.gz"],
      "x.csv.gz: expected at most 100 times as many bytes when unzipped, or 67108864, found more"
    ),
    (
      "import gzip; gzip.open('x.csv.gz', 'wb', 6).write(b'time_s,beacon,rssi_dbm\\n' + b'1' * 60_000_000)",
      ["inspect", "x.csv.gz"], "x.csv.gz:2: expected a line of at most 1048576 bytes, found a longer one"
    ),
    (
      "open('x.csv', 'w').write('time_s,beacon,rssi_dbm\\n' + '1' * 60_000_000)", ["inspect", "x.csv"],
      "x.csv:2: expected a line of at most 1048576 bytes, found a longer one"
    ),
    (
      "os.truncate(os.open('x.yaml', os.O_CREAT | os.O_RDWR), 1 << 32)", ["run", "x.yaml"],
      "x.yaml: expected at most 268 MB, found 4294 MB"
    ),
  ]

  @Test(arguments: archives.indices)
  func `a small file that unpacks to a large one, or has an endless line, is refused`(index: Int) async throws
  {
    let (program, words, sentence) = Self.archives[index]
    let folder = try TemporaryFolder()
    try await make(program, in: folder)
    let ended = try await run(words, in: folder)
    #expect(ended.status == 2 && ended.said == "beaconbench: \(sentence)", "\(ended)")
    #expect(ended.megabytes < 1200, "\(ended.megabytes)")
  }

  // MARK: - Files that are none

  static let waiting: [(program: String, words: [String], sentence: String)] = [
    (
      "os.makedirs('b/submissions/m'); os.mkfifo('b/submissions/m/t.json')", ["benchmark", "verify", "b"],
      "b/submissions/m/t.json: expected a regular file"
    ),
    (
      "os.makedirs('b/submissions/m'); os.symlink('/dev/zero', 'b/submissions/m/t.json')",
      ["benchmark", "verify", "b"],
      "b/submissions/m/t.json: expected a regular file"
    ),
    (
      "os.makedirs('b/submissions/m'); open('b/submissions/m/t.json', 'w').write('{}'); os.mkfifo('b/submissions/m/t.fixes.csv.gz')",
      ["benchmark", "verify", "b"], "b/submissions/m/t.fixes.csv.gz: expected a regular file"
    ),
    (
      "os.mkdir('log'); os.mkfifo('log/bluetooth-x.csv')", ["inspect", "log"],
      "log/bluetooth-x.csv: expected a regular file"
    ),
    (
      "os.mkdir('imdf'); os.mkfifo('imdf/level.geojson')",
      ["site", "import", "imdf", "--output", "site.yaml"],
      "imdf/level.geojson: expected a regular file"
    ),
    (
      "os.mkfifo('plan.svg')",
      ["site", "import", "plan.svg", "--output", "site.yaml", "--metres-per-unit", "1"],
      "plan.svg: expected a regular file"
    ),
    (
      "os.mkdir('r'); open('r/errors.csv', 'w').write(''); os.mkfifo('r/summary.json')", ["report", "r"],
      "r/summary.json: expected a regular file"
    ),
  ]

  @Test(arguments: waiting.indices)
  func `a FIFO or a device in the place of a file is refused and not waited for`(index: Int) async throws {
    let (program, words, sentence) = Self.waiting[index]
    let folder = try TemporaryFolder()
    try await make(program, in: folder)
    let ended = try await run(words, in: folder)
    #expect(
      ended.status == 2
        && ended.said == "beaconbench: \(sentence), found a FIFO, a socket or a device", "\(ended)")
    #expect(ended.megabytes < 200)
  }

  @Test func `an agent that is given a FIFO gets a sentence, and its next request an answer`() async throws {
    let folder = try SmallFiles.folder()
    try await make("os.mkfifo('pipe.yaml'); os.mkdir('scenarios'); os.mkfifo('scenarios/p.yaml')", in: folder)
    func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
      "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"tools/call\",\"params\":{\"name\":\"\(tool)\",\"arguments\":{\(arguments)}}}\n"
    }
    let start =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n"
    let input =
      start + call(2, "check_site", "\"site\":\"pipe.yaml\"") + call(3, "list", "")
      + call(4, "read_table", "\"path\":\"pipe.yaml\"")
      + "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}\n"
    let path = folder.path
    let output = try await inBackground {
      try TestSupport.run(
        ["timeout", "120", "bash", "-c", "cd \"$1\" && exec \"$0\" mcp", Program.path, path], input: input
      ).output
    }
    #expect(output.matches(of: /pipe.yaml: expected a regular file, found a FIFO/).count == 2, "\(output)")
    #expect(output.contains("\"id\":5"))
  }

  // MARK: - Hosts

  /// Commands without end to a controller whose answers nobody reads: the controller stops taking them.
  @Test func `air does not keep answers without limit for a host that does not read`() async throws {
    let folder = try SmallFiles.folder()
    let (stream, ended) = AsyncStream<Void>.makeStream()
    let program = try Program.start(["air", "tiny.yaml", "--listen", "127.0.0.1:0"], in: folder) { _ in
      ended.finish()
    }
    try await wait {
      try folder.read(".output").contains(/127\.0\.0\.1:[0-9]+\n/) || !program.isRunning
    }
    let port = try #require(try folder.read(".output").firstMatch(of: /127\.0\.0\.1:([0-9]+)\n/)?.output.1)
    // Read Local Version Information, of which the answer is longer than the command.
    let host = """
      import socket
      line = socket.create_connection(("127.0.0.1", \(port)))
      line.settimeout(5)
      sent = 0
      try:
          while sent < 1 << 26:
              sent += line.send(bytes.fromhex("01011000") * 16384)
      except TimeoutError:
          pass
      peak = [l for l in open("/proc/\(program.processIdentifier)/status") if l.startswith("VmHWM")][0].split()[1]
      print(sent, peak)
      """
    let output = try await inBackground { try Python.run(host).output }
    kill(program.processIdentifier, SIGTERM)
    for await _ in stream {}
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(numbers.count == 2, "\(output)")
    #expect(numbers[0] < 1 << 26, "all was taken")
    #expect(numbers[1] < 200_000, "kB")
  }
}
