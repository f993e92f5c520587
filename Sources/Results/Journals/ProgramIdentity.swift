import SiteFiles

/// What tells this program from every other one that might compute something else.
package enum ProgramIdentity {
  /// The version and the beginning of the digest of the running program's file, `0.1.0 3f2a9c4e1b07`: another build
  /// is another program, since nobody knows what was changed in it.
  ///
  /// The version alone where `sha256sum` is missing.
  package static var current: String {
    guard let digest = try? FileDigest.sha256(ofFile: "/proc/self/exe") else { return Provenance.version }
    return "\(Provenance.version) \(digest.prefix(12))"
  }
}
