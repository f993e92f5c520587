"""Hands its input and output to the Python process that holds a method: `python -I -S _bridge.py NAME`."""

import os
import socket
import sys

connection = socket.socket(socket.AF_UNIX)
try:
    connection.connect(os.environ["BEACONBENCH_METHODS"])
except (KeyError, OSError):
    sys.exit(f"the method {sys.argv[1]} is a class of a Python program: run it again from there")
socket.send_fds(connection, [sys.argv[1].encode()], [0, 1])
# Until the other side is done.
connection.recv(1)
