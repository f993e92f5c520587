/// The sentence of the error that a body throws; empty where it throws none.
package func refusal<Value>(of body: () throws -> Value) -> String {
  do {
    _ = try body()
    return ""
  } catch {
    return "\(error)"
  }
}
