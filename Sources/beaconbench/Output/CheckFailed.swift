/// A check or gate that failed: exit status 1.
struct CheckFailed: Error {
  let sentence: String
}
