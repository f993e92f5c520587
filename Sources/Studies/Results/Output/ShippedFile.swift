package import Documents
import Foundation
import Sites

/// The scenarios of this project, which are found wherever the program runs.
package enum ShippedFile {
  /// The path itself, or where nothing is there, that of the file which it names: `floor35` is `floor35.yaml` or
  /// `scenarios/floor35.yaml` of the working folder, else the shipped `scenarios/floor35.yaml`.
  ///
  /// Where the working folder has no folder `scenarios`, a path that begins with it means the shipped folder, so that misspelled names are
  /// compared with the shipped ones.
  package static func path(_ path: String) -> String {
    guard !path.isEmpty, !path.hasPrefix("/"), !exists(path) else { return path }
    if path == "scenarios" || path.hasPrefix("scenarios/") {
      let shipped = folders.map { "\($0)/\(path)" }
      return shipped.first(where: exists) ?? (exists("scenarios") ? nil : shipped.first) ?? path
    }
    guard !path.split(separator: "/").contains("..") else { return path }
    let below = ["scenarios/\(path)", "scenarios/\(path).yaml"]
    let places = ["\(path).yaml"] + below + folders.flatMap { folder in below.map { "\(folder)/\($0)" } }
    return places.first(where: isFile) ?? path
  }

  /// The shipped file that a name means, whatever the working folder holds, below the folder of shipped scenarios; nil where
  /// there is none.
  package static func named(_ name: String) -> (root: String, path: String)? {
    let name = name.hasPrefix("scenarios/") ? String(name.dropFirst("scenarios/".count)) : name
    guard let root = folders.first.map({ "\($0)/scenarios" }), !name.isEmpty, !name.hasPrefix("/"),
      !name.split(separator: "/").contains("..")
    else { return nil }
    return [name, "\(name).yaml"].first { isFile("\(root)/\($0)") }.map { (root, $0) }
  }

  /// `share/beaconbench` beside the `bin` of an installed program, and the checkout above the build folder.
  package static let folders: [String] = {
    guard let programFolder else { return [] }
    var folder = URL(filePath: programFolder)
    let installed = folder.deletingLastPathComponent().appending(path: "share/beaconbench").path
    while folder.path != "/", !exists(folder.appending(path: "Package.swift").path) {
      folder.deleteLastPathComponent()
    }
    return [installed, folder.path].filter { exists("\($0)/scenarios") }
  }()

  /// Where the program lies, without links.
  package static let programFolder: String? = {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return program.map { URL(filePath: $0).deletingLastPathComponent().path }
  }()

  /// The end of a sentence about a name at which there is neither a file nor a shipped scenario: the nearest of those; empty
  /// where there is none, and for paths.
  package static func nearest(to name: String) -> String {
    guard !name.contains("/"), !name.contains("."), !exists(name), let folder = folders.first else {
      return ""
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/scenarios")) ?? []
    return suggestion(
      for: name, among: names.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted())
  }

  /// The end of a sentence about a shipped file that is another than was installed; empty for every other sentence.
  package static func damage(in sentence: String) -> String {
    for folder in folders where sentence.contains("\(folder)/") {
      let digests = (try? String(contentsOfFile: "\(folder)/\(digestsName)", encoding: .utf8)) ?? ""
      for line in digests.split(separator: "\n") {
        // As sha256sum writes it: the digest, two spaces and the name.
        let path = "\(folder)/\(line.dropFirst(66))"
        guard sentence.contains(path) else { continue }
        let digest = try? FileDigest.sha256(ofFile: path)
        guard digest.map({ $0 != line.prefix(64) }) ?? !isFile(path) else { continue }
        return "; this file of BeaconBench is damaged or missing: install BeaconBench again"
      }
    }
    return ""
  }

  private static let digestsName = "SHA256SUMS"

  private static func exists(_ path: String) -> Bool { Entry(following: path) != nil }

  private static func isFile(_ path: String) -> Bool {
    ![nil, .folder].contains(Entry(following: path))
  }
}

/// Where the Python is that reads drawings, draws pictures and fetches data sets.
extension PythonProgram {
  /// What BEACONBENCH_PYTHON says, else that of the virtual environment which `make build` sets up, beside the build folder
  /// of a checkout or in `share/beaconbench` of an installed program, else the one beside the program, else that of the machine.
  package static var interpreter: String {
    named ?? ShippedFile.folders.flatMap { ["\($0)/.build/python", "\($0)/python"] }
      .map { "\($0)/bin/python3" }.first(where: isExecutable) ?? installed
  }

  /// What BEACONBENCH_PYTHON says.
  package static var named: String? {
    ProcessInfo.processInfo.environment["BEACONBENCH_PYTHON"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// That of the environment into which pip has installed the program, else that of the machine.
  package static var installed: String { besideProgram ?? "python3" }

  private static var besideProgram: String? {
    ShippedFile.programFolder.map { "\($0)/python3" }.flatMap { isExecutable($0) ? $0 : nil }
  }

  /// What to do where vl-convert is missing.
  package static var advice: String {
    let install = besideProgram.map { "run \($0) -m pip install 'beaconbench[pictures]'" } ?? "run make build"
    return "\(install), or set BEACONBENCH_PYTHON to a Python with the package vl-convert-python"
  }

  private static func isExecutable(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }
}
