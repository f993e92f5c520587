import Sites
import TestSupport
import Testing
import World

private let head = "time_s,length_m,heading_deg"

@Suite struct StepsTableTests {
  @Test func `a written table is read back`() throws {
    let steps = [
      Step(microseconds: 512_345, length: 0.7123, heading: 14.32 * .pi / 180),
      Step(microseconds: 1_012_345, length: 0.68, heading: -166.25 * .pi / 180),
    ]
    let folder = try TemporaryFolder()
    try folder.write(StepsTable.text(of: steps), to: "steps.csv")
    let read = try StepsTable(contentsOf: folder.path("steps.csv")).steps()
    #expect(read == steps)
  }

  @Test(arguments: [
    ("\(head)\n", "expected at least one row, found none"),
    (
      "\(head)\n2,0.7,0\n1,0.7,0\n", ":3: column time_s: expected times that do not fall, found 1.0 after 2.0"
    ),
    ("\(head)\n1,7,0\n", ":2: column length_m: expected a number from 0 to 5 m, found \"7\""),
    ("time_s,length_m\n1,7\n", "heading_deg"),
  ])
  func `what is wrong is one sentence`(text: String, sentence: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "steps.csv")
    let refusal = refusal { try StepsTable(contentsOf: folder.path("steps.csv")) }
    #expect(refusal.contains(sentence), "\(refusal)")
  }
}
