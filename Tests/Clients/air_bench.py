"""Measures `beaconbench air`: reports a second, processor time, memory, and how late reports come. `make airbench` runs it.

Argument: the program. Limits stand beside the figures; nothing fails, since machines are busy.
"""
import os, re, socket, struct, subprocess, sys, tempfile, time

PROGRAM, SCENARIO = sys.argv[1], "scenarios/floor35.yaml"
# 35 beacons at 10 Hz, of which every advertisement arrives that is strong enough.
ALL = ["--set", "beacons.loss=0"]


class Host:
    """A host that scans through a program of its own."""

    def __init__(self, *options):
        command = [PROGRAM, "air", SCENARIO, "--listen", "127.0.0.1:0", "--start-on-scan", *options]
        self.program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        port = next(re.search(r"127\.0\.0\.1:(\d+)", line)[1] for line in self.program.stdout if "waiting" in line)
        self.line = socket.create_connection(("127.0.0.1", int(port)))
        self.send(0x0C03)
        self.send(0x0C01, b"\xff" * 8)
        time.sleep(0.2)
        self.line.recv(1 << 16)
        self.send(0x200C, b"\x01\x00")

    def send(self, opcode, parameters=b""):
        self.line.sendall(struct.pack("<BHB", 1, opcode, len(parameters)) + parameters)

    def processor(self):
        with open(f"/proc/{self.program.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        with open(f"/proc/{self.program.pid}/status") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))

    def reports(self, seconds):
        """The times at which reports came."""
        end, octets, times = time.monotonic() + seconds, b"", []
        while time.monotonic() < end:
            octets += self.line.recv(1 << 20)
            now, place = time.monotonic(), 0
            while len(octets) >= place + 3 and len(octets) >= place + 3 + octets[place + 2]:
                if octets[place + 1] == 0x3E:
                    times.append(now)
                place += 3 + octets[place + 2]
            octets = octets[place:]
        return times

    def end(self):
        self.line.close()
        self.program.terminate()
        self.program.communicate()


def load(seconds, *options):
    host = Host("--loop", *options)
    host.reports(seconds / 4)
    before, start, memory = host.processor(), time.monotonic(), host.memory()
    count = len(host.reports(seconds))
    taken = time.monotonic() - start
    text = f"{count / taken:,.0f} reports a second, {100 * (host.processor() - before) / taken:.1f} % of a core"
    text += f", {memory:.0f} MB and then {host.memory():.0f} MB"
    host.end()
    return text


def lateness():
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/lap.btsnoop"
        subprocess.run([PROGRAM, "simulate", SCENARIO, "--capture", path, *ALL], check=True, stdout=subprocess.DEVNULL)
        octets, times = open(path, "rb").read()[16:], []
    while octets:
        length, microseconds = struct.unpack(">I", octets[4:8])[0], struct.unpack(">q", octets[16:24])[0]
        if octets[24:26] == b"\x04\x3e":
            times.append(microseconds / 1e6)
        octets = octets[24 + length :]
    host = Host(*ALL)
    arrived = host.reports(20)
    host.end()
    offsets = [a - t for a, t in zip(arrived, times)]
    late = sorted(1000 * (offset - min(offsets)) for offset in offsets)
    place = lambda share: late[min(int(share * len(late)), len(late) - 1)]
    return f"median {place(0.5):.1f} ms, P99 {place(0.99):.1f} ms, latest {late[-1]:.1f} ms of {len(late)} (within 5 ms)"


print("35 beacons at 10 Hz, pace 1:", load(20, *ALL), "(less than 2 %)")
print("as fast as the host reads:  ", load(6, "--pace", "max"), "(at least 50,000)")
print("late, pace 1:               ", lateness())
