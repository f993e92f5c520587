import Documents
import Results

/// Parquet beside the CSV tables of an export, by pyarrow where a Python has it.
enum ParquetTables {
  /// - Returns: the names of the files, and why there are none where a Python that was named cannot write them.
  static func write(in folder: String) -> (names: [String], reason: String?) {
    var limits = BoundedProgram.Limits()
    (limits.seconds, limits.memory) = (3600, 16 << 30)
    let program = PythonProgram(PackageResources.parquet_py, needs: "pyarrow", within: limits)
    do throws(PythonProgram.Failure) {
      let output = try program.output(of: [folder], by: PythonProgram.named ?? PythonProgram.installed)
      return (String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init), nil)
    } catch {
      return ([], PythonProgram.named.map { _ in "no Parquet: \(error.reason)" })
    }
  }
}
