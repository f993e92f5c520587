import Documents
import Foundation
import Sites

/// Files below the working folder that may be read whole: scenarios, sites, summaries and documentation.
struct AgentResources {
  /// Where they are looked for, and what their names end with.
  private static let folders = ["scenarios", "results", "docs"]
  private static let kinds = [
    ("yaml", "application/yaml"), ("json", "application/json"), ("md", "text/markdown"),
  ]
  private static let scheme = "beaconbench:///"
  private static let most = 2000
  /// How many are listed at once.
  private static let page = 200

  private let surroundings: AgentSurroundings

  init(_ surroundings: AgentSurroundings) { self.surroundings = surroundings }

  /// A page of the list; the cursor is the number of those before it.
  func list(_ parameters: Document) throws(RemoteFault) -> Document {
    var start = 0
    if let cursor = parameters.optional("cursor") {
      guard let number = (try? cursor.text).flatMap({ Int($0) }), number >= 0 else {
        throw RemoteFault(.wrongParameters, "expected a cursor of resources/list, found \(cursor.summary)")
      }
      start = number
    }
    var paths: [String] = []
    for folder in Self.folders {
      paths += (try? surroundings.files(below: folder, most: Self.most) { Self.type(of: $0) != nil }) ?? []
    }
    let shown = paths.dropFirst(start).prefix(Self.page)
    let entries = shown.map { path -> Document in
      [
        "uri": Document(Self.address(of: path)), "name": Document(path),
        "mimeType": Document(Self.type(of: path) ?? "text/plain"),
      ]
    }
    let end = start + shown.count
    let next = end < paths.count ? [Document.Member(key: "nextCursor", value: Document("\(end)"))] : []
    return Document([.init(key: "resources", value: Document(entries))] + next)
  }

  func read(_ parameters: Document) throws(RemoteFault) -> Document {
    guard let address = try? parameters.text("uri"), address.hasPrefix(Self.scheme),
      let path = String(address.dropFirst(Self.scheme.count)).removingPercentEncoding,
      let type = Self.type(of: path), let top = path.split(separator: "/").first,
      Self.folders.contains(String(top))
    else {
      throw RemoteFault(
        .noResource, "expected the uri of a resource, such as \(Self.scheme)scenarios/floor35.yaml")
    }
    do {
      let text = try FolderLimit.$current.withValue(surroundings.folder) { try wholeText(of: path) }
      guard text.utf8.count <= AgentSession.mostAnswered else {
        throw RemoteFault(
          .noResource, "\(path) has \(text.utf8.count) bytes, more than \(AgentSession.mostAnswered)")
      }
      return [
        "contents": [["uri": Document(address), "mimeType": Document(type), "text": Document(text)]]
      ]
    } catch let fault as RemoteFault {
      throw fault
    } catch {
      throw RemoteFault(.noResource, "\(error)")
    }
  }

  private static func type(of path: String) -> String? {
    kinds.first { path.hasSuffix(".\($0.0)") }?.1
  }

  private static func address(of path: String) -> String {
    scheme + (path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path)
  }
}
