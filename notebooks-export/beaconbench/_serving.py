"""Methods that are classes of this process, for the program that scores them."""

from __future__ import annotations

import json
import os
import pathlib
import socket
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType

from ._program import BeaconBenchError, python
from .method import Method, answer_all

_BRIDGE = str(pathlib.Path(__file__).resolve().parent / "_bridge.py")


class MethodServer:
    """Answers the program's messages to methods of this process, while it is entered.

    The program starts a small one for each lap that runs at a time, which hands its pipes over and waits.
    """

    def __init__(self, methods: Mapping[str, type[Method]]) -> None:
        self.methods = dict(methods)
        self.environment: dict[str, str] = {}
        #: What a method raised, other than NoFix.
        self.error: BaseException | None = None
        #: Called then.
        self.on_error: Callable[[], None] = lambda: None

    @property
    def options(self) -> list[str]:
        """The options of ``run`` and ``replay`` that add the methods."""
        options = []
        for name, method in self.methods.items():
            command = {
                "run": [python(), "-I", "-S", _BRIDGE, name], "timeLimit": method.time_limit, "given": list(method.given),
                "packets": method.packets, "settings": dict(method.settings)}
            options += ["--method", f"{name}={json.dumps({'command': command})}"]
        return options

    def __enter__(self) -> MethodServer:
        self.error = None
        self._folder = tempfile.TemporaryDirectory(prefix="beaconbench-", dir="/tmp" if os.access("/tmp", os.W_OK) else None)
        path = os.path.join(self._folder.name, "methods")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        self._listener.listen(64)
        self.environment = {"BEACONBENCH_METHODS": path}
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # Wakes the thread, which close alone does not.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._folder.cleanup()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            name, pipes, _, _ = socket.recv_fds(connection, 4096, 2)
            if len(pipes) != 2:
                return
            with open(pipes[0], encoding="utf-8") as messages, open(pipes[1], "w", encoding="utf-8") as answers:
                try:
                    answer_all(self.methods[name.decode()], messages, answers)
                except BrokenPipeError:
                    # The program has ended.
                    pass
                except BaseException as error:
                    # What the method raises belongs to the caller of run.
                    self.error = self.error or error
                    self.on_error()


def named(methods: type[Method] | Iterable[type[Method]] | Mapping[str, type[Method]] | None) -> dict[str, type[Method]]:
    """Methods by the names of their rows: those given, else those of the classes."""
    if methods is None:
        return {}
    if isinstance(methods, Mapping):
        found = dict(methods)
    else:
        classes = [methods] if isinstance(methods, type) else list(methods)
        found = {method.__name__: method for method in classes}
    for name, method in found.items():
        if not (isinstance(method, type) and issubclass(method, Method)):
            raise BeaconBenchError(f"method {name}: expected a subclass of beaconbench.Method, found {method!r}")
    return found
