import World

/// The contents of a gzip file of one or several members, unzipped as they are asked for.
///
/// From a live source, it waits only for the input that the next unzipped byte needs.
struct UnzippedBytes: ByteSource {
  var window = ByteWindow()
  private(set) var damage: InputDamage?
  private var file: FileBytes
  private var inflater = Inflater()
  private var isInMember = false
  /// Whether more output may be available without another byte of the file.
  private var hasMore = false
  private var isFinished = false
  /// Bytes of the file, and what they became.
  private var (taken, given) = (0, 0)

  init(_ file: FileBytes) { self.file = file }

  var isStopped: Bool { file.isStopped }
  var isLive: Bool { file.isLive }
  var left: Int? { nil }

  mutating func fill(to count: Int) throws(FileProblem) -> Bool {
    while window.ready < count {
      guard !isFinished else { return false }
      try unzip()
    }
    return true
  }

  private mutating func unzip() throws(FileProblem) {
    if !hasMore, try !file.fill(to: 1) {
      if isInMember, !isStopped { damage = .cutGzip }
      isFinished = true
      return
    }
    // A copy of this value continues from where it was made.
    if !isKnownUniquelyReferenced(&inflater) { inflater = inflater.copy() }
    let step = file.window.withBytes {
      inflater.unzip($0.extracting(0..<min($0.byteCount, FileBytes.pieceSize)))
    }
    file.window.consume(step.consumed)
    window.append { $0 += step.output }
    (taken, given) = (taken + step.consumed, given + step.output.count)
    isInMember = step.end == .none
    hasMore = isInMember && step.output.count == Inflater.pieceSize
    if case .damage(let words) = step.end {
      damage = .unsound(words)
      isFinished = true
    } else if given > Inflater.most(from: taken) {
      damage = InputDamage(expected: Inflater.expected, found: "more")
      isFinished = true
    }
  }
}
