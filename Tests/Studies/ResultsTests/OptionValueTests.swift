import Documents
import Results
import TestSupport
import Testing

/// What the values of options may be.
@Suite struct OptionValueTests {
  @Test(
    arguments: [
      ("1", [1]), ("1-3", [1, 2, 3]), ("1..3", [1, 2, 3]), ("1,4,7-9", [1, 4, 7, 8, 9]), ("9,2", [9, 2]),
      ("5-5", [5]),
      ("0", [0]), ("4294967295", [4_294_967_295]),
    ] as [(String, [UInt64])])
  func `seeds are read in the order in which they stand`(text: String, seeds: [UInt64]) {
    #expect(SeedList.seeds(in: text) == seeds)
  }

  @Test(arguments: [
    "", ",", "1,", "3-1", "1-2-3", "-1", "1-", "a", "1.5", "1,1", "1-3,2", "1-10001", "99999999999999999999",
    "1-5000,5001-10001", " 1", "0x1",
  ])
  func `what is no list of different seeds is refused`(text: String) {
    #expect(SeedList.seeds(in: text) == nil)
    let found = refusal { try OptionValue.seeds(text) }
    #expect(found.contains("expected up to 10000 different seeds from 0 to "), "\(found)")
  }

  @Test func `ten thousand seeds are a list, and one more is none`() {
    #expect(SeedList.seeds(in: "1-10000")?.count == 10_000)
    #expect(SeedList.seeds(in: "1-10000,20000") == nil)
  }

  @Test func `a file may have seeds as a list or in short form, each once`() throws {
    func seeds(_ value: Document) throws -> [UInt64] { try SeedList.form.read(value) }
    #expect(try seeds([3, 1]) == [3, 1] && seeds("1-3") == [1, 2, 3])
    #expect(refusal { try seeds([1, 1]) }.contains("expected each seed once"))
    #expect(refusal { try seeds("1,1") }.contains("expected up to 10000 different seeds"))
  }

  @Test func `whole numbers and numbers are held to their range`() throws {
    let whole: @Sendable (String) throws -> Int = OptionValue.integer(1...5)
    #expect(try whole("1") == 1 && whole("5") == 5)
    for text in ["0", "6", "1.0", "", "one", "5 "] {
      #expect(refusal { try whole(text) }.contains("expected a whole number from 1 to 5"), "\(text)")
    }
    let number = OptionValue.number(0...1, expected: "a share")
    #expect(try number("0.25") == 0.25 && number("1e0") == 1)
    for text in ["-0.1", "1.01", "nan", "inf", "x", ""] {
      #expect(refusal { try number(text) }.contains("expected a share"), "\(text)")
    }
  }

  @Test func `a hyphen is standard input for a recording, and no path elsewhere`() throws {
    #expect(try OptionValue.recording("-") == "-")
    #expect(refusal { try OptionValue.path("-") }.contains("expected a path (./- for the name -)"))
    #expect(try OptionValue.path("./-") == "./-")
    #expect(refusal { try OptionValue.path("") }.contains("expected a path"))
  }

  @Test func `names stand between commas, with spaces before them left out`() throws {
    #expect(try OptionValue.names("a, b c,d") == ["a", "b c", "d"])
    for text in ["", "a,,b", "a,", ", "] {
      #expect(refusal { try OptionValue.names(text) }.contains("expected distinct names"), "\(text)")
    }
  }

  @Test func `a folder is one that is there`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    #expect(try OptionValue.folder(folder.path) == folder.path)
    for name in ["file", "none"] {
      #expect(refusal { try OptionValue.folder(folder.path(name)) }.contains("expected a folder"))
    }
  }

  @Test func `a pipeline follows a folder behind a colon, unless all of it is a folder`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "run/errors.csv")
    try folder.write("", to: "a:b/errors.csv")
    func place(_ name: String) throws -> (folder: String, pipeline: String?) {
      let place = try JudgedPlace(folder.path(name))
      return (place.folder, place.pipeline)
    }
    #expect(try place("run") == (folder.path("run"), nil))
    #expect(try place("run:p 1") == (folder.path("run"), "p 1"))
    #expect(try place("run:p:q") == (folder.path("run"), "p:q"))
    #expect(try place("a:b") == (folder.path("a:b"), nil))
    #expect(try place("a:b:p") == (folder.path("a:b"), "p"))
    // Nothing follows the colon, or nothing is there.
    #expect(try place("run:") == (folder.path("run:"), nil))
    #expect(try place("none:p") == (folder.path("none:p"), nil))
    #expect(try !JudgedPlace(folder.path("none:p")).isThere)
  }
}
