"""The place of the beacon with the smallest path loss: what BeaconBench's own method nearest answers."""

from beaconbench import Method, NoFix


class Nearest(Method):
    def fix(self, epoch):
        heard = [anchor for anchor in epoch.anchors if anchor.level is not None]
        if not heard:
            raise NoFix("tooFewBeacons")
        # Of equal ones the first, as min does.
        nearest = min(heard, key=lambda anchor: anchor.c - anchor.level)
        return nearest.x, nearest.y, nearest.floor


if __name__ == "__main__":
    Nearest.serve()
