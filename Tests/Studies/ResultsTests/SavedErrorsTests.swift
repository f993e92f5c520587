import Evaluation
import Laps
import Positioning
import TestSupport
import Testing
import World

@testable import Results

/// Tables of errors and of fixes, as this program or another one has written them.
@Suite struct SavedErrorsTests {
  private func errors(_ rows: String, head: String = "pipeline,lap,time_s,error_m") throws
    -> [SavedResults.Pipeline]
  {
    let folder = try TemporaryFolder()
    try folder.write("\(head)\n\(rows)", to: "errors.csv")
    return try SavedErrors(contentsOf: folder.path("errors.csv")).pipelines
  }

  @Test func `four columns are enough, and pipelines stand in the order of their first row`() throws {
    let pipelines = try errors("b,0,1,2.5\na,0,1,\nb,1,1,3\n")
    #expect(pipelines.map(\.name) == ["b", "a"])
    #expect(pipelines[0].errors.map(\.metres) == [2.5, 3] && pipelines[0].errors.map(\.lap) == [0, 1])
    #expect(pipelines[1].errors.map(\.metres) == [nil])
    #expect(pipelines.flatMap(\.errors).allSatisfy { $0.room == nil && $0.offset?.floors == nil })
    let turned = try errors("3,\"mine, 2nd\",1.25,7\n", head: "lap,pipeline,error_m,time_s")
    #expect(turned[0].name == "mine, 2nd" && turned[0].errors.map(\.time) == [7])
  }

  @Test func `rooms are counted where both are stated, and a fix on another floor is one`() throws {
    let pipeline = try #require(
      try errors(
        "p,0,1,1,hall,hall,0,0\np,0,2,1,hall,ward,0,1\np,0,3,,ward,,0,\np,0,4,1,,ward,0,0\n",
        head: "pipeline,lap,time_s,error_m,true_room,fix_room,floor,fix_floor"
      ).first)
    #expect(pipeline.errors.map(\.room) == [0, 0, 1, nil])
    #expect(pipeline.errors.map { $0.offset?.room } == [0, 1, nil, 1])
    #expect(pipeline.errors.map { $0.offset?.floors } == [0, 1, nil, 0])
    #expect(pipeline.errors.onWrongFloors.map(\.metres) == [0, 1, 0])
    let half = try errors("p,0,1,1,hall\n", head: "pipeline,lap,time_s,error_m,true_room")
    #expect(half[0].errors[0].room == nil)
  }

  @Test(arguments: [
    ("p,0,1,2\np,0,1,2\n", "time_s: expected each moment of a lap once, found 1.0 s twice"),
    ("p,0,1,-2\n", "error_m: expected a number from 0 to 1000000000 m, found \"-2\""),
    ("p,-1,1,2\n", "lap: expected a whole number from 0 to 1000000000, found \"-1\""),
    ("p,0,,2\n", "time_s: expected a number"),
    (",0,1,2\n", "pipeline: expected something, found nothing"),
    ("", "expected at least one error, found none"),
  ])
  func `what cannot be is refused by line and column`(rows: String, expected: String) {
    let found = refusal { try errors(rows) }
    #expect(found.contains(expected), "\(found)")
  }

  @Test(arguments: [
    ("p,0,1,,ok\n", "error_m: expected metres, since the status is ok"),
    ("p,0,1,2,noCallback\n", "error_m: expected nothing, since the status is noCallback"),
  ])
  func `a status that contradicts the error is refused`(rows: String, expected: String) {
    let found = refusal { try errors(rows, head: "pipeline,lap,time_s,error_m,status") }
    #expect(found.contains(expected), "\(found)")
  }

  @Test func `what a run wrote comes back in every column`() throws {
    let head =
      "pipeline,lap,direction,hand,walker,floor,point,time_s,error_m,along_m,cross_m,status,true_x_m,true_y_m,"
      + "true_room,east_m,north_m,fix_floor,fix_room,age_s,xx_m2,xy_m2,yy_m2,floor_confidence,floor_brier\n"
    let folder = try TemporaryFolder()
    try folder.write(
      head + "p,4,forward,left,ann,1,7,2.5,5,3,-4,ok,1,2,hall,3,4,2,,0.25,0.5,0,2,0.75,0.125\n"
        + "p,4,forward,left,bo,1,7,2.5,,,,tooFewBeacons,1,2,hall,,,,,,,,,,\n", to: "errors.csv")
    let errors = try SavedErrors(contentsOf: folder.path("errors.csv")).pipelines[0].errors
    let claim = ErrorClaim(
      PlanCovariance(xx: 0.5, xy: 0, yy: 2), floor: .init(confidence: 0.75, brier: 0.125))
    #expect(
      errors[0]
        == PositionError(
          lap: 4, walker: Walker(index: 0, name: "ann"), floor: 1, place: Point(x: 1, y: 2), room: 0,
          testPoint: 0, time: 2.5,
          outcome: .success(
            .init(
              metres: 5, along: 3, cross: -4, floors: 1, vector: Point(x: 3, y: 4), age: 0.25, claim: claim)))
    )
    #expect(errors[1].missed?.reason == .tooFewBeacons && errors[1].walker?.name == "bo")
  }

  @Test func `pictures read the same table with places and floors`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "pipeline,lap,time_s,error_m,point,true_x_m,true_y_m,floor\np,0,1,2,7,3,4,1\np,0,2,,gate,,,\n",
      to: "errors.csv")
    let found = try SavedErrors(contentsOf: folder.path("errors.csv"))
    let errors = found.pipelines[0].errors
    #expect(found.names.points == [7, .name("gate")] && errors.map(\.testPoint) == [0, 1])
    #expect(errors.map(\.floor) == [1, nil] && errors.map(\.place) == [Point(x: 3, y: 4), nil])
  }

  @Test func `laps run again must give the errors of the folder to the last bit`() throws {
    let saved = SavedLaps(
      .init(
        name: "p",
        errors: [(0, 0.1), (0, 0.2), (1, 0.3)].enumerated().map {
          PositionError(lap: $1.0, point: nil, time: Double($0), metres: $1.1)
        }), path: "run")
    func made(_ lap: Int, _ metres: [Double], from time: Double = 0) -> [PositionError] {
      metres.enumerated().map {
        PositionError(lap: lap, time: time + Double($0), outcome: .success(.init(metres: $1)))
      }
    }
    try saved.check(made(0, [0.1, 0.2]), lap: 0, walker: nil)
    try saved.check(allOf: made(0, [0.1, 0.2]) + made(1, [0.3], from: 2))
    for other in [made(0, [0.1]), made(0, [0.1, 0.2.nextUp]), made(0, [0.1, 0.2], from: 1)] {
      #expect(throws: FileProblem.self) { try saved.check(other, lap: 0, walker: nil) }
    }
    // A lap that is missing, and one too many.
    #expect(throws: FileProblem.self) { try saved.check(allOf: made(0, [0.1, 0.2])) }
    #expect {
      try saved.check(allOf: made(0, [0.1, 0.2]) + made(1, [0.3], from: 2) + made(4, [1]))
    } throws: {
      "\($0)".hasSuffix("found others on lap 4; run the scenario again with this version")
    }
  }

  private let site = Site(
    name: "s", floors: [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 4)], anchors: [])

  private func fixes(_ rows: String, head: String = "pipeline,lap,time_s,x_m,y_m", lap: Int? = nil) throws
    -> GivenFixes
  {
    let folder = try TemporaryFolder()
    try folder.write("\(head)\n\(rows)", to: "fixes.csv")
    return try GivenFixes(contentsOf: folder.path("fixes.csv"), site: site, lap: lap)
  }

  @Test func `fixes of another program need five columns, and are on the lowest floor`() throws {
    let given = try fixes("q,4,1,2,3\np,2,1,5,6\nq,4,2,,\n")
    #expect(given.pipelines == ["q", "p"] && given.laps == [2, 4])
    #expect(given.callbacks.map { $0.map(\.count) } == [[0, 2], [1, 0]])
    let fix = try given.callbacks[0][1][0].fix.get()
    #expect(fix.position == Point(x: 2, y: 3) && fix.floor == 0)
    #expect(throws: NoFix.failed("failed")) { try given.callbacks[0][1][1].fix.get() }
    #expect(try fixes("q,4,1,2,3\np,2,1,5,6\n", lap: 2).pipelines == ["p"])
  }

  @Test func `a fix is at the height of its floor, with what its method claims`() throws {
    let given = try fixes(
      "p,0,1,2,3,1,0.5,ok,fallback\np,0,2,,,,,fewer than 3 beacons,\n",
      head: "pipeline,lap,time_s,x_m,y_m,floor,uncertainty_m,status,origin")
    let fix = try given.callbacks[0][0][0].fix.get()
    #expect(fix.position.z == 4 && fix.floor == 1 && fix.uncertainty == 0.5 && fix.origin == .fallback)
    #expect(throws: NoFix.failed("fewer than 3 beacons")) { try given.callbacks[0][0][1].fix.get() }
  }

  @Test(arguments: [
    NoFix.noCallback, .undetermined, .notFinite, .tooFewBeacons(heard: 1, needed: 3),
    .didNotConverge(iterations: 40),
    .failed("out of power"),
  ])
  func `the words of a reason are read back as the reason`(reason: NoFix) throws {
    let given = try fixes("p,0,1,,,\"\(reason)\"\n", head: "pipeline,lap,time_s,x_m,y_m,status")
    #expect(throws: reason) { try given.callbacks[0][0][0].fix.get() }
  }

  @Test(arguments: [
    ("p,0,2,1,1,0\np,0,1,1,1,0\n", "time_s: expected rising times, found 1.0 after 2.0"),
    ("p,0,1,1,1,7\n", "floor: expected a floor of the site, 0 or 1, found \"7\""),
    ("p,0,1,1,,0\n", "y_m: expected a number"),
    ("p,0,1,1e7,1,0\n", "x_m: expected a number from -1000000 to 1000000"),
    ("", "expected at least one fix, found none"),
  ])
  func `fixes that cannot be are refused`(rows: String, expected: String) {
    let found = refusal { try fixes(rows, head: "pipeline,lap,time_s,x_m,y_m,floor") }
    #expect(found.contains(expected), "\(found)")
  }

  @Test func `a status other than ok goes without a place, and one walker is judged at a time`() {
    #expect(
      refusal { try fixes("p,0,1,2,3,lost\n", head: "pipeline,lap,time_s,x_m,y_m,status") }
        .contains("x_m: expected nothing, since the status is lost, found 2"))
    #expect(
      refusal {
        try fixes("p,0,1,2,3,ann\np,0,2,2,3,bo\n", head: "pipeline,lap,time_s,x_m,y_m,walker")
      }.contains("walker: expected the fixes of one walker, ann, found \"bo\""))
    #expect(refusal { try fixes("p,0,1,2,3\n", lap: 9) }.contains("expected fixes of lap 9, found none"))
  }
}
