import Testing

@testable import Reporting

@Suite struct OutputWidthTests {
  @Test(arguments: [
    (120, nil, 120), (0, nil, 100), (30, nil, 60), (999, nil, 240), (120, "90", 90), (0, "90", 90),
    (120, "", 120), (120, "wide", 120), (120, "0", 120), (120, "-5", 120),
  ])
  func `a terminal says how wide it is, and COLUMNS says otherwise`(
    columns: Int, variable: String?, width: Int
  ) {
    #expect(OutputWidth.ofTerminal(columns: columns, variable: variable) == width)
  }
}
