"""A host that scans through `beaconbench air`: Bumble's, and one by hand for what Bumble does not do. Prints one JSON object.

Arguments: port, what to do, and what that takes.
"""
import asyncio, json, socket, struct, sys, time


def receive(connection, count):
    octets = b""
    while len(octets) < count:
        piece = connection.recv(count - len(octets))
        if not piece:
            raise EOFError
        octets += piece
    return octets


def event(connection):
    """The next event: its code and parameters."""
    indicator, code, length = receive(connection, 3)
    assert indicator == 4
    return code, receive(connection, length)


def command(connection, opcode, parameters=b""):
    """Sends a command, and returns the status and what follows it."""
    connection.sendall(struct.pack("<BHB", 1, opcode, len(parameters)) + parameters)
    while True:
        code, octets = event(connection)
        if code == 0x0E and octets[1:3] == struct.pack("<H", opcode):
            return octets[3], octets[4:]
        if code == 0x0F:
            return octets[0], b""


def scanning(port, start=True):
    connection = socket.create_connection(("127.0.0.1", port))
    assert command(connection, 0x0C03)[0] == 0
    command(connection, 0x0C01, b"\xff" * 8)
    command(connection, 0x200B, struct.pack("<BHHBB", 0, 16, 16, 0, 0))
    if start:
        assert command(connection, 0x200C, b"\x01\x00")[0] == 0
    return connection


async def bumble(port, kind, mode, seconds, snoop=None):
    """Everything that Bumble reports in some seconds, or until nothing has come for one second."""
    from bumble.device import Device
    from bumble.hci import Address
    from bumble.snoop import BtSnooper
    from bumble.transport import open_transport

    heard = []
    async with await open_transport(f"tcp-client:127.0.0.1:{port}") as transport:
        device = Device.with_hci("app", Address("F0:F1:F2:F3:F4:F5"), transport.source, transport.sink)
        device.on(
            "advertisement",
            lambda report: heard.append(
                [time.time(), str(report.address).split("/")[0], report.rssi, report.data_bytes.hex(), report.is_scan_response]
            ),
        )
        await device.power_on()
        if snoop:
            # From here on, so that its first record is the start of the lap.
            device.host.snooper = BtSnooper(open(snoop, "wb", buffering=0))
        await device.start_scanning(legacy=kind == "legacy", active=mode == "active", filter_duplicates=False)
        before = -1
        while seconds > 0 or len(heard) != before:
            before = len(heard)
            await asyncio.sleep(max(seconds, 1))
            seconds = 0
        await device.stop_scanning(legacy=kind == "legacy")
    return {"heard": heard}


def stubborn(port):
    """Counts of hosts that leave in the middle of everything."""
    for turn in range(30):
        connection = scanning(port, start=turn % 2 == 0)
        connection.sendall(b"\x01\x0c\x20")
        if turn % 3 == 0:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    return {"status": command(scanning(port), 0x0C03)[0]}


def odd(port):
    """What a controller answers to what it does not know, does not allow, or cannot read."""
    connection = scanning(port)
    found = {
        "unknown": command(connection, 0x0405, b"\x00" * 13)[0],
        "mixed": command(connection, 0x2042, b"\x01\x00\x00\x00\x00\x00")[0],
        "short": command(connection, 0x200C, b"\x01")[0],
        "whileOn": command(connection, 0x200B, struct.pack("<BHHBB", 0, 16, 16, 0, 0))[0],
    }
    connection.sendall(b"\x02\x00\x00\x02\x00\xaa\xbb")
    command(connection, 0x2006, struct.pack("<HHB", 160, 160, 3) + bytes(8) + b"\x07\x00")
    command(connection, 0x2008, b"\x1e" + bytes.fromhex("0201061aff4c000215") + bytes(range(16)) + b"\x00\x01\x00\x02\xc5\x00")
    command(connection, 0x200A, b"\x01")
    connection.sendall(b"\x7f\x01\x02")
    try:
        while True:
            event(connection)
    except (EOFError, ConnectionResetError):
        found["ended"] = True
    return found


def pipes(incoming, outgoing):
    """The levels that are heard over two pipes until the end."""

    class Both:
        def __init__(self):
            self.out, self.into = open(incoming, "wb", buffering=0), open(outgoing, "rb", buffering=0)

        def sendall(self, octets):
            self.out.write(octets)

        def recv(self, count):
            return self.into.read(count)

    connection = Both()
    command(connection, 0x0C03)
    command(connection, 0x0C01, b"\xff" * 8)
    command(connection, 0x200C, b"\x01\x00")
    levels = []
    while len(levels) < 50:
        code, octets = event(connection)
        assert code == 0x3E and octets[0] == 2
        levels.append(struct.unpack("b", octets[-1:])[0])
    return {"levels": levels}


def flood(port, count):
    """As many reports as that, as fast as they come: their levels."""
    connection = scanning(port)
    levels = []
    while len(levels) < count:
        code, octets = event(connection)
        if code == 0x3E:
            levels.append(struct.unpack("b", octets[-1:])[0])
    return {"levels": levels}


def silent(port, seconds):
    """A host that connects, and never scans."""
    connection = scanning(port, start=False)
    time.sleep(seconds)
    connection.close()
    return {}


def main():
    what = sys.argv[2]
    if what == "bumble":
        port, kind, mode, seconds, *snoop = sys.argv[1], *sys.argv[3:]
        return asyncio.run(bumble(port, kind, mode, float(seconds), *snoop))
    if what == "pipes":
        return pipes(sys.argv[3], sys.argv[4])
    if what == "flood":
        return flood(int(sys.argv[1]), int(sys.argv[3]))
    if what == "silent":
        return silent(int(sys.argv[1]), float(sys.argv[3]))
    return {"stubborn": stubborn, "odd": odd}[what](int(sys.argv[1]))


print(json.dumps(main()))
