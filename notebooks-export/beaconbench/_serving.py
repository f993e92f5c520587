"""Methods that are classes of this process, for the program that scores them."""

from __future__ import annotations

import os
import pathlib
import socket
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any

from ._program import BeaconBenchError, python
from ._words import json_text, plain, text, wrong
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
            given = [method.given] if isinstance(method.given, str) else method.given
            stated = {"timeLimit": method.time_limit, "given": given, "packets": method.packets, "settings": method.settings}
            command = {key: plain(value, f"method {name}: {key}") for key, value in stated.items()}
            command["run"] = [python(), "-I", "-S", _BRIDGE, name]
            options.append(f"--method={name}={json_text({'command': command}, f'method {name}')}")
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
        pairs = list(methods.items())
    else:
        several: Iterable[Any] = [methods] if isinstance(methods, (type, str)) or not isinstance(methods, Iterable) else methods
        pairs = [(getattr(one, "__name__", repr(one)), one) for one in several]
    found: dict[str, type[Method]] = {}
    for name, method in pairs:
        if "=" in text(name, "method: name"):
            raise wrong("method: name", "a name without =", name)
        if not (isinstance(method, type) and issubclass(method, Method)):
            raise BeaconBenchError(f"method {name}: expected a subclass of beaconbench.Method, found {method!r}")
        if name in found:
            raise BeaconBenchError(
                f"method {name}: expected a name for each, found two classes of this name: name them by a mapping")
        found[name] = method
    return found
