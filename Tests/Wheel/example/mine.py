"""The example of docs/tutorial-gate.md: the mean of the beacons heard, weighted by the received power in milliwatts."""

from beaconbench import Method, NoFix


class Mine(Method):
    def fix(self, epoch):
        heard = [anchor for anchor in epoch.anchors if anchor.level is not None]
        if not heard:
            raise NoFix("tooFewBeacons")
        weights = [10 ** (anchor.level / 10) for anchor in heard]
        total = sum(weights)
        x = sum(weight * anchor.x for weight, anchor in zip(weights, heard)) / total
        y = sum(weight * anchor.y for weight, anchor in zip(weights, heard)) / total
        return x, y, heard[0].floor


if __name__ == "__main__":
    Mine.serve()
