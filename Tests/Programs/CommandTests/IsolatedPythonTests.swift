import Foundation
import TestSupport
import Testing

/// Every Python that the program starts by itself, in a folder from someone else.
@Suite(.enabled(if: Python.isPresent, "needs python3"), .timeLimit(.minutes(5))) struct IsolatedPythonTests {
  /// Modules that such a Python imports, and one that every Python does.
  private static let modules = [
    "base64", "collections", "ezdxf", "hashlib", "json", "math", "os", "pooch", "pyarrow", "re", "requests",
    "shutil", "sitecustomize", "stat", "tempfile", "usercustomize", "vl_convert", "xml", "zipfile",
  ]

  private static let drawing = """
    <svg xmlns="http://www.w3.org/2000/svg" width="12m" viewBox="0 0 120 64"><g id="rooms"><rect width="60" height="40"/></g></svg>
    """

  @Test func `no module of the working folder or of PYTHONPATH is imported`() async throws {
    let folder = try SmallFiles.folder()
    try await folder.succeed("run tiny.yaml --name a")
    for module in Self.modules {
      try folder.write("open(\"\(folder.path("marker"))\", \"a\").write(__name__)\n", to: "\(module).py")
    }
    try folder.write(Self.drawing, to: "plan.svg")
    try folder.write("0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n", to: "plan.dxf")
    try folder.write(
      """
      sets: [{name: small, about: a, has: b, citation: c, licence: d, page: "http://127.0.0.1:9", address: "http://127.0.0.1:9/", \
      files: [{path: x, bytes: 3, sha256: \(String(repeating: "0", count: 64))}]}]

      """, to: "registry.yaml")
    // A Python that obeys any of them leaves the marker.
    let environment = ["PYTHONPATH": folder.path, "PYTHONDONTWRITEBYTECODE": "1"]
    for (arguments, status) in [
      ("export results/tiny/a", 0), ("plot results/tiny/a --output figure.svg", 0),
      ("report results/tiny/a", 0),
      ("site import plan.svg --output site2.yaml", 0), ("site import plan.dxf --output site3.yaml", 2),
      ("data fetch small --registry registry.yaml --data cache", 2),
    ] {
      let outcome = try await folder.run(arguments, environment: environment)
      #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
      #expect(!folder.exists("marker"), "\(arguments): \((try? folder.read("marker")) ?? "")")
    }
  }
}
