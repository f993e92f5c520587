import Documents
import Results

/// Parquet beside the CSV tables of an export, by pyarrow where a Python has it.
enum ParquetTables {
  /// Reads the types from the data package; a table takes its name when it is complete.
  private static let program = """
    import json, os, sys
    try:
        import pyarrow as pa, pyarrow.csv as csv, pyarrow.parquet as parquet
    except ImportError:
        sys.exit(3)
    folder = sys.argv[1]
    types = {"string": pa.string(), "integer": pa.int64(), "number": pa.float64(), "boolean": pa.bool_()}
    with open(os.path.join(folder, "datapackage.json"), encoding="utf-8") as file:
        resources = json.load(file)["resources"]
    for resource in resources:
        fields = {field["name"]: types[field["type"]] for field in resource["schema"]["fields"]}
        options = csv.ConvertOptions(column_types=fields, null_values=[""], strings_can_be_null=True)
        table = csv.read_csv(os.path.join(folder, resource["path"]), convert_options=options)
        path = os.path.join(folder, resource["path"][:-4] + ".parquet")
        parquet.write_table(table, path + ".new")
        os.replace(path + ".new", path)
        print(os.path.basename(path))
    """

  /// - Returns: the names of the files, and why there are none where a Python that was named cannot write them.
  static func write(in folder: String) -> (names: [String], reason: String?) {
    let named = PlotPython.named
    // Isolated from the user's own settings and packages, and from what lies in the working folder.
    let words = [named ?? PlotPython.besideProgram ?? "python3", "-I", "-c", program, folder]
    var limits = BoundedProgram.Limits()
    (limits.seconds, limits.memory) = (3600, 16 << 30)
    do throws(BoundedProgram.Failure) {
      let ended = try BoundedProgram.run(words, within: limits)
      let names = String(decoding: ended.output, as: UTF8.self).split(separator: "\n").map(String.init)
      if ended.status == 0 { return (names, nil) }
      guard let named else { return (names, nil) }
      return (
        names,
        ended.status == 3
          ? "no Parquet: \(named) (BEACONBENCH_PYTHON) has no package pyarrow"
          : "no Parquet: \(named) (BEACONBENCH_PYTHON) ended with status \(ended.status)"
      )
    } catch {
      return ([], named.map { "no Parquet: \($0) (BEACONBENCH_PYTHON) \(error.reason)" })
    }
  }
}
