import Testing

@testable import Rendering

@Suite struct OutputWidthTests {
  @Test(arguments: [
    (120, nil, 120), (0, nil, 100), (45, nil, 45), (30, nil, 40), (999, nil, 240), (120, "90", 90),
    (0, "90", 90),
    (120, "", 120), (120, "wide", 120), (120, "0", 120), (120, "-5", 120),
  ])
  func `the width is that of COLUMNS, else that of the terminal, else 100`(
    columns: Int, variable: String?, width: Int
  ) {
    #expect(OutputWidth.width(columns: columns, variable: variable) == width)
  }
}
