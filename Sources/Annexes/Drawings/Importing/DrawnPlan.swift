import Documents
import Glibc
import Sites
import World

/// A plan of a drawing program, DXF or SVG, as the features of GeoJSON in metres; read by Python.
struct DrawnPlan {
  /// Rooms as areas, walls and doors as lines.
  let plan: GeoPlan
  /// What could not be used, with how many there are.
  let unused: [(what: String, count: Int)]

  /// Whether a name is that of such a file.
  static func isOne(_ path: String) -> Bool {
    [".dxf", ".svg"].contains { path.lowercased().hasSuffix($0) }
  }

  /// - Parameters:
  ///   - python: an interpreter; for DXF one with ezdxf.
  ///   - metresPerUnit: the length of a unit of the drawing; nil for what the file says.
  init(contentsOf path: String, python: String, metresPerUnit: Double?) throws(FileProblem) {
    try checkReadable(path)
    let (file, size) = try InputFile.open(path)
    defer { close(file) }
    guard let size, size > 0 else {
      throw FileProblem(file: path, expected: "a drawing", found: "an empty file")
    }
    try checkSize(size, of: path, atMost: SiteLimits.planOctets)
    let answer = try Self.run(python, path, file, metresPerUnit)
    if let problem = answer.optional("expected") {
      throw FileProblem(file: path, expected: try problem.text, found: try answer.text("found").printable())
    }
    plan = GeoPlan(
      file: path, isInMetres: true,
      features: try GeoFeature.all(of: answer.elements("features"), isInMetres: true))
    unused = try answer.elements("unused").map { pair throws(FileProblem) in
      (try pair.text("what").printable(), try pair.integer("count"))
    }
  }

  private static func run(
    _ python: String, _ path: String, _ file: Int32, _ metresPerUnit: Double?
  ) throws(FileProblem) -> Document {
    let program = PythonProgram(PackageResources.drawing_py, needs: "ezdxf", within: .init())
    let output: [UInt8]
    do throws(PythonProgram.Failure) {
      output = try program.output(
        of: [path] + (metresPerUnit.map { ["\($0)"] } ?? []), input: .file(file), by: python)
    } catch {
      let advice =
        "run \(python.printable()) -m pip install ezdxf, or set BEACONBENCH_PYTHON to a Python that has it, "
        + "or export the plan as GeoJSON or SVG"
      throw FileProblem(
        file: path,
        sentence: error.isMissing ? "\(error.reason): \(advice)" : "cannot be read: \(error.reason)")
    }
    return try Document(
      json: String(decoding: output, as: UTF8.self), file: path, most: SiteLimits.planValues)
  }
}
