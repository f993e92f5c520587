import Documents
import Foundation
import World

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
