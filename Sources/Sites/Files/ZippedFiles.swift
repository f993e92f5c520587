import Files
import Foundation
import World

/// The octets of a file, or the contents of a gzip file.
func unzippedOctets(ofFile path: String) throws(FileProblem) -> Data {
  let octets = try octets(ofFile: path)
  guard Gzip.isZipped(octets) else { return octets }
  let contents: [UInt8]
  do throws(GzipDamage) {
    contents = try Gzip.unzip(Array(octets), stoppingAfter: mostStreamed)
  } catch {
    throw FileProblem(file: path, expected: error.expected, found: error.found)
  }
  guard contents.count <= mostStreamed else {
    throw FileProblem(file: path, expected: "at most \(mostStreamed) bytes when unzipped", found: "more")
  }
  return Data(contents)
}

/// What a file, or the contents of a gzip file, begins with: by this one can tell what it is. A gzip file that is damaged
/// before that is given as it is.
func firstOctets(ofFile path: String) throws(FileProblem) -> Data {
  // Zipped, the beginning of the contents is in far fewer.
  let (octets, count) = (try octets(ofFile: path, atMost: 1 << 16), 512)
  guard Gzip.isZipped(octets), let contents = try? Gzip.unzip(Array(octets), stoppingAfter: count) else {
    return octets.prefix(count)
  }
  return Data(contents.prefix(count))
}
