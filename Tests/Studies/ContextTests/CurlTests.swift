import Context
import Foundation
import TestSupport
import Testing

/// What curl itself makes of what is said to it.
@Suite(.enabled(if: (try? run(["curl", "--version"]).status) == 0, "curl is not installed")) struct CurlTests
{
  @Test func `a value with quotes, backslashes and line breaks is one value`() throws {
    let folder = try TemporaryFolder()
    try folder.write("contents", to: "source")
    let stolen = folder.path("stolen")
    let name = "a\" \\n\noutput = \"\(stolen.replacing("/", with: ":"))\"\r\turl\\"
    let ended = try #require(
      Curl.run(
        "silent\nurl = \(Curl.quoted("file://\(folder.path("source"))"))\noutput = \(Curl.quoted(folder.path(name)))\n"
      ))
    #expect(ended.status == 0, "\(ended.reason ?? "")")
    #expect(try folder.read(name) == "contents")
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["source", name])
  }

  @Test func `an answer beyond its limit is an error, with what came until then`() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "x", count: 200_000), to: "source")
    func ended(_ most: Int) -> Curl.Ended? {
      Curl.run("silent\nurl = \(Curl.quoted("file://\(folder.path("source"))"))\n", atMost: most)
    }
    #expect(ended(200_000)?.output.utf8.count == 200_000)
    let cut = try #require(ended(199_999))
    #expect(cut.reason == "expected an answer of at most 199999 bytes, found more")
    #expect(cut.status == 63 && cut.output.utf8.count == 200_000)
  }
}
