"""Beacons as a receiver hears them now: a btsnoop capture that is written into a FIFO while time passes, without BeaconBench."""
import math, os, random, struct, threading, time

SITE = """name: corridor
floors: [{level: 0, elevation: 0}]
path:
  nodes: {a: [1, 1], b: [9, 1], c: [9, 5], d: [1, 5]}
  edges: [[a, b], [b, c], [c, d]]
testPoints:
  - {id: 1, position: [1, 1]}
  - {id: 2, position: [9, 1]}
  - {id: 3, position: [9, 5]}
  - {id: 4, position: [1, 5]}
beacons:
  - {id: b1, uuid: 00000000-0000-0000-0000-0000000000AA, major: 1, minor: 1, measuredPower: -59, position: [0, 0, 2.5]}
  - {id: b2, uuid: 00000000-0000-0000-0000-0000000000AA, major: 1, minor: 2, measuredPower: -59, position: [10, 0, 2.5]}
  - {id: b3, uuid: 00000000-0000-0000-0000-0000000000AA, major: 1, minor: 3, measuredPower: -59, position: [10, 6, 2.5]}
  - {id: b4, uuid: 00000000-0000-0000-0000-0000000000AA, major: 1, minor: 4, measuredPower: -59, position: [0, 6, 2.5]}
"""
PLACES = {1: (0, 0), 2: (10, 0), 3: (10, 6), 4: (0, 6)}
# btsnoop counts microseconds from the year 0: RFC 1761.
EPOCH = 0x00DCDDB30F2F8000
HEADER = b"btsnoop\0" + struct.pack(">II", 1, 1002)


def record(when, minor, level, uuid=0xAA):
    """An iBeacon in an HCI LE Advertising Report, with its packet type in front."""
    data = bytes.fromhex("0201061AFF4C000215") + uuid.to_bytes(16, "big") + struct.pack(">HHb", 1, minor, -59)
    event = bytes([2, 1, 3, 1, minor, 0, 0, 0, 0, 0xC0, len(data)]) + data + struct.pack("b", level)
    packet = bytes([4, 0x3E, len(event)]) + event
    return struct.pack(">IIIIq", len(packet), len(packet), 1, 0, EPOCH + round(when * 1e6)) + packet


class Air:
    """Writes what is heard at a place, which may change, until it is closed; `ahead` is what the receiver's clock is ahead."""

    def __init__(self, fifo, ahead=0.0, silent=(), unknown=False):
        self.place, self.fifo, self.ahead, self.silent, self.unknown = (1.0, 1.0), fifo, ahead, silent, unknown
        self.ended, self.written = threading.Event(), bytearray()
        self.thread = threading.Thread(target=self._write, daemon=True)
        self.thread.start()

    def _write(self):
        chance = random.Random(1)
        try:
            with open(self.fifo, "wb", buffering=0) as pipe:
                self._put(pipe, HEADER)
                while not self.ended.wait(0.05):
                    for minor, (x, y) in PLACES.items():
                        if minor not in self.silent:
                            distance = max(1.0, math.dist(self.place, (x, y)))
                            level = round(-59 - 20 * math.log10(distance) + chance.gauss(0, 1))
                            self._put(pipe, record(time.time() + self.ahead, minor, level))
                    if self.unknown:
                        self._put(pipe, record(time.time() + self.ahead, 9, -70))
        except BrokenPipeError:
            pass

    def _put(self, pipe, octets):
        pipe.write(octets)
        self.written += octets

    def close(self):
        self.ended.set()
        self.thread.join(10)


def folder_with_site(folder):
    """The site and a FIFO in a folder; their paths."""
    site, fifo = os.path.join(folder, "corridor.yaml"), os.path.join(folder, "air.fifo")
    with open(site, "w", encoding="utf-8") as file:
        file.write(SITE)
    os.mkfifo(fifo)
    return site, fifo
