import Foundation

/// Runs a program that the machine has, with a text as its input; what it says on standard error is left out.
package func run(_ program: [String], input: String = "") throws -> (status: Int32, output: String) {
  let folder = try TemporaryFolder()
  try folder.write(input, to: "input")
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = program
  process.standardInput = FileHandle(forReadingAtPath: folder.path("input"))
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let data = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}

/// Python, where it is installed, as an oracle that shares no code with this project.
package enum Python {
  package static func run(_ program: String, input: String = "") throws -> (status: Int32, output: String) {
    try TestSupport.run(["python3", "-c", program], input: input)
  }

  /// A Python with the packages of notebooks-export/requirements.txt: what BEACONBENCH_PYTHON names, else that of
  /// `make notebooks`; nil where neither has them.
  package static let ofNotebooks: String? = [
    ProcessInfo.processInfo.environment["BEACONBENCH_PYTHON"], Checkout.path(".build/notebooks/bin/python3"),
  ].compactMap(\.self).first { python in
    let packages =
      "import altair, evo, frictionless, ipykernel, nbclient, nbconvert, pandas, pyarrow, vl_convert"
    return (try? TestSupport.run([python, "-c", packages]).status) == 0
  }

  /// Why tests that need it are skipped.
  package static let noNotebooks =
    "no Python with the packages of notebooks-export/requirements.txt: run make notebooks, or set BEACONBENCH_PYTHON"

  /// A Python with the packages of Tests/Browser/requirements.txt, that of `make browser`, where Chromium is there too; nil
  /// without either.
  package static let ofBrowser: String? = [Checkout.path(".build/browser/bin/python3")].first { python in
    let packages =
      "import axe_core_python, shutil, websocket; assert shutil.which('chromium') or shutil.which('chromium-browser')"
    return (try? TestSupport.run([python, "-c", packages]).status) == 0
  }

  /// Why tests that need it are skipped.
  package static let noBrowser =
    "no Chromium, or no Python with the packages of Tests/Browser/requirements.txt: run make browser"

  /// A Python with clients of protocols: that of `make test`; nil where it could not be set up.
  package static let ofClients: String? = {
    let python = Checkout.path(".build/clients/bin/python3")
    return (try? TestSupport.run([python, "-c", "import mcp, schemathesis, bumble"]).status) == 0
      ? python : nil
  }()

  /// Why tests that need it are skipped.
  package static let noClients =
    "no Python with mcp, schemathesis and bumble in .build/clients: run make test"

  package static let isPresent = (try? run("").status) == 0
  package static let hasYAML = hasModules("yaml")
  package static let hasJSONSchema = hasModules("jsonschema")

  private static func hasModules(_ names: String) -> Bool {
    (try? run("import \(names)").status) == 0
  }
}
