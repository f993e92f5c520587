"""A program that uses the package with all its types; mypy --strict reads it."""

import numpy

import beaconbench


class Middle(beaconbench.Method):
    def fix(self, epoch: beaconbench.Epoch) -> tuple[float, float]:
        heard = [anchor for anchor in epoch.anchors if anchor.level is not None]
        if not heard:
            raise beaconbench.NoFix("tooFewBeacons")
        return sum(anchor.x for anchor in heard) / len(heard), sum(anchor.y for anchor in heard) / len(heard)


def main() -> None:
    results = beaconbench.run("initial-loop", laps=numpy.int64(2), method={"middle": Middle}, settings={"walk.speed": 1.0})
    means = results.errors().groupby("pipeline")["error_m"].mean()
    print(means.round(2).to_string(), results.plot("cdf").caption)
    print(len(results.track("middle", lap=numpy.int64(1))))
    comparison = beaconbench.compare(results, results)
    print(comparison.passed, len(comparison.pairs()))


if __name__ == "__main__":
    main()
