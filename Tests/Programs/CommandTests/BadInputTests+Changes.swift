// Options that change a scenario, and options without effect.

extension BadInputTests {
  static let inChanges: [Case] = [
    Case(
      "seeds that are none", "run tiny.yaml --seeds 3-1",
      "--seeds: expected up to 10000 different seeds from 0 to 9007199254740991, such as 1-10, 1..10 or 1,4,7-9, found 3-1; see 'beaconbench run --help'"
    ),
    Case(
      "a seed twice", "run tiny.yaml --seeds 1-3,2",
      "--seeds: expected up to 10000 different seeds from 0 to 9007199254740991, such as 1-10, 1..10 or 1,4,7-9, found 1-3,2; see 'beaconbench run --help'"
    ),
    Case(
      "a key without a value", "run tiny.yaml --set name=",
      "--set: expected a value after name=, found nothing (write '' for an empty text)"),
    Case(
      "a pipeline in another case", "run tiny.yaml --set pipelines[kalman].snap=false",
      "--set pipelines[kalman].snap=false: pipelines: expected the name of an element (Kalman, nearest), found kalman (did you mean Kalman?)"
    ),
    Case(
      "an index behind a point", "run tiny.yaml --set pipelines.0.snap=false",
      "--set pipelines.0.snap=false: pipelines: expected an index in brackets, [0], found .0"),
    Case(
      "all elements that have a key, of which there is none",
      "run tiny.yaml --set pipelines[*].method.two.k=5",
      "--set pipelines[*].method.two.k=5: pipelines: expected an element with method.two.k, found none among 2"
    ),
    Case(
      "an option that is like none", "run tiny.yaml --foo",
      "beaconbench run has no option --foo; see 'beaconbench run --help'"),
    Case(
      "a reproduction that does not exist", "reproduce moton",
      "expected motion or recorded or fingerprint, found moton (did you mean motion?); see 'beaconbench reproduce --help'"
    ),
    Case("no UUID", "encode", "--uuid <uuid> is required; see 'beaconbench encode --help'"),
    Case(
      "no capture", "inspect", "at least one <files> is required; see 'beaconbench inspect --help'"),
    Case(
      "an exponent that a walk fits", "calibrate lap.btsnoop --site site.yaml --truth truth.csv --n 2",
      "--n requires --distance; see 'beaconbench calibrate --help'"),
    Case(
      "an exponent that two distances fit", "calibrate a.csv b.csv --distance 1 --distance 2 --n 2",
      "--n cannot be combined with several distances, to which n is fitted; see 'beaconbench calibrate --help'"
    ),
    Case(
      "a scenario in place of a data set", "calibrate tiny.yaml --site site.yaml --truth truth.csv",
      "tiny.yaml: expected a data set's declaration, found a scenario: it is for run, simulate and replay --scenario"
    ),
    Case(
      "a channel for a replay",
      "replay lap.btsnoop --scenario tiny.yaml --set channel.pathLoss.logDistance.n=3",
      "--set channel.pathLoss.logDistance.n=3: expected a key that a replay uses, of phone, assumes, pipelines, score, "
        + "identifiedBy or seed, found channel, which only simulations use"
    ),
    Case(
      "two exponents", "replay lap.btsnoop --scenario tiny.yaml --n 2 --set assumes.n=3",
      "--n cannot be combined with --set assumes.n=3; see 'beaconbench replay --help'"),
    Case(
      "a beacon left out of recorded walks", "twin walks.yaml --without one",
      "beaconbench twin has no option --without; see 'beaconbench twin --help'"),
  ]
}
