import Rendering
import Testing

@Suite struct LabelledLinesTests {
  @Test func `further lines of a value begin below its first, and long words are broken`() {
    #expect(
      LabelledLines.text("octets", "02 01 1A 1A FF 4C", at: 8, width: 18)
        == "octets  02 01 1A\n        1A FF 4C\n")
    #expect(LabelledLines.text("id", "ABCD-EFGHIJK", at: 4, width: 11) == "id  ABCD-\n    EFGHIJK\n")
  }

  @Test func `a label that takes more than its column has a space behind it`() {
    #expect(LabelledLines.text("octets", "02", at: 4, width: 40) == "octets 02\n")
  }

  @Test func `a command goes on behind a backslash, as a shell reads it`() {
    #expect(LabelledLines.command("", "hcitool cmd 0x08", at: 2, width: 18) == "  hcitool cmd 0x08\n")
    #expect(
      LabelledLines.command("", "hcitool cmd 0x08 00", at: 2, width: 18) == "  hcitool cmd \\\n  0x08 00\n")
    // What is pasted stays whole.
    #expect(
      LabelledLines.command("run", "add 0011223344 1", at: 4, width: 12)
        == "run add \\\n    0011223344 \\\n    1\n")
  }

  @Test func `results folders that have no room beside each other stand below each other`() {
    #expect(ResultsLine.text(["a/b/", "c/d/"], width: 20) == "Results: a/b/, c/d/")
    #expect(ResultsLine.text(["a/b/", "c/d/"], width: 18) == "Results: a/b/,\n  c/d/")
  }
}
