package import Foundation

/// The recorded data and exact vectors that lie beside a checkout and are not part of it.
package enum SharedData {
  /// The folder `shared` beside the checkout, or what `BEACONBENCH_SHARED` names; nil where there is none.
  package static let folder: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["BEACONBENCH_SHARED"].map { URL(filePath: $0) }
    let folder = named ?? root.deletingLastPathComponent().appending(path: "shared")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// Whether the folder is there: for `.enabled(if: SharedData.isPresent, SharedData.reason)`.
  package static var isPresent: Bool { folder != nil }

  package static let reason = "needs the folder shared/ beside the checkout"

  /// A file in the folder.
  ///
  /// - Throws: ``SharedDataMissing`` when there is no folder, so that a test forgotten to be marked fails.
  package static func file(_ path: String) throws -> URL {
    guard let folder else { throw SharedDataMissing() }
    return folder.appending(path: path)
  }

  /// One entry of `vectors/formulas.json`.
  package static func vectors(_ name: String) throws -> Any {
    let data = try Data(contentsOf: file("vectors/formulas.json"))
    guard let all = try JSONSerialization.jsonObject(with: data) as? [String: Any], let entry = all[name]
    else {
      throw SharedDataMissing()
    }
    return entry
  }

  /// One entry of `vectors/formulas.json`, decoded.
  package static func vectors<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(
      type, from: JSONSerialization.data(withJSONObject: vectors(name), options: [.fragmentsAllowed]))
  }
}

package struct SharedDataMissing: Error {}
