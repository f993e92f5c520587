"""The program: where it is, and what it says."""

from __future__ import annotations

import os
import pathlib
import platform
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import warnings
import weakref
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ._words import Word, word

if TYPE_CHECKING:
    from ._serving import MethodServer

_PACKAGE = pathlib.Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent
# What sentences of the program advise, as functions take it.
_KEYWORDS = {"name another with --name, or": "name another folder, or", "--into": "folder", "--replace": "replace=True"}
_INSTALL = "install its wheel again with pip install --force-reinstall"


class BeaconBenchError(Exception):
    """What the program says when it cannot do what it is asked for.

    Attributes
    ----------
    status : int or None
        The exit status of the program; None where it could not be started.
    """

    def __init__(self, sentence: str, status: int | None = None) -> None:
        super().__init__(sentence)
        self.status = status


class BeaconBenchWarning(UserWarning):
    """What the program warns of."""


def program() -> str:
    """Find the program.

    Returns
    -------
    str
        Its path.

    Raises
    ------
    BeaconBenchError
        Where there is none.
    """
    named = os.environ.get("BEACONBENCH")
    if named:
        return named
    for path in _places():
        if path.is_file():
            return str(path)
    raise BeaconBenchError(
        f"there is no program beaconbench beside this package or on the PATH: {_INSTALL}, or set the "
        "environment variable BEACONBENCH to its path")


def _places() -> Iterator[pathlib.Path]:
    is_checkout = (_CHECKOUT / "Package.swift").exists()
    if not is_checkout:
        yield pathlib.Path(sysconfig.get_path("scripts")) / "beaconbench"
        # pip install --user, and --target.
        yield pathlib.Path(sysconfig.get_path("scripts", "posix_user")) / "beaconbench"
        yield _PACKAGE.parent / "bin" / "beaconbench"
    found = shutil.which("beaconbench")
    if found:
        yield pathlib.Path(found)
    if is_checkout:
        for kind in ("release", "debug"):
            yield _CHECKOUT / ".build" / kind / "beaconbench"


def call(*arguments: Word) -> str:
    """Run the program with some arguments.

    Parameters
    ----------
    *arguments : str, int, float or path
        A verb and what belongs to it, such as ``"inspect", "walk.btsnoop", "--json"``.

    Returns
    -------
    str
        What it prints.

    Raises
    ------
    BeaconBenchError
        With the program's sentence, where it does not end with status 0.
    """
    output, _, _ = finished([word(value, f"arguments[{index}]") for index, value in enumerate(arguments)])
    return output


def called(
    arguments: Sequence[str], accepted: tuple[int, ...] = (0,), server: MethodServer | None = None, draws: bool = False,
    scratch: str = "",
) -> tuple[str, int, str]:
    """As `finished`, for functions: sentences name their keywords, and nothing names the folder of scratch files."""
    hidden = f"{scratch}{os.sep}" if scratch else "\0"
    try:
        output, status, sentence = finished(arguments, accepted, server, draws)
    except BeaconBenchError as error:
        said = str(error).replace(hidden, "")
        for option, keyword in _KEYWORDS.items():
            said = said.replace(option, keyword)
        raise BeaconBenchError(said, error.status) from None
    return output.replace(hidden, ""), status, sentence


def finished(
    arguments: Sequence[str], accepted: tuple[int, ...] = (0,), server: MethodServer | None = None, draws: bool = False
) -> tuple[str, int, str]:
    """Run the program to its end: its output, its exit status, and its sentence where that is not 0.

    With `draws` it draws pictures by this Python, where the environment names no other.
    """
    path = program()
    environment = {"BEACONBENCH_PYTHON": python()} if draws else {}
    environment |= os.environ | (server.environment if server else {})
    interrupts: list[object] = []
    # Popen would lose a program that is interrupted while it starts. Where the signal is ignored, the program is to ignore it too.
    handler = signal.getsignal(signal.SIGINT)
    is_kept = threading.current_thread() is threading.main_thread() and callable(handler)
    if is_kept:
        signal.signal(signal.SIGINT, lambda *_: interrupts.append(None))
    try:
        child = subprocess.Popen(
            [path, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    except OSError as problem:
        raise BeaconBenchError(_why_not_started(path, problem)) from None
    finally:
        if is_kept:
            signal.signal(signal.SIGINT, handler)
    if server:
        server.on_error = child.kill
    try:
        if interrupts:
            signal.raise_signal(signal.SIGINT)
        output, said = (text.decode(errors="replace") for text in child.communicate())
    except BaseException:
        _end(child)
        raise
    if server and server.error:
        raise server.error
    lines = _warned(said)
    if child.returncode not in accepted:
        raise BeaconBenchError(_sentence(path, child.returncode, lines), child.returncode)
    return output, child.returncode, lines[-1] if lines else ""


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the program as Ctrl-C does, so that it can store what it has; by force where it takes longer than 5 s."""
    child.send_signal(signal.SIGINT)
    try:
        child.communicate(timeout=5)
    except BaseException:
        child.kill()
        child.wait()


def _warned(said: str) -> list[str]:
    """Pass the program's warnings on, and give the lines that are left."""
    left = []
    for line in said.splitlines():
        line = line.removeprefix("beaconbench: ")
        if line.startswith("warning: "):
            warnings.warn(line.removeprefix("warning: "), BeaconBenchWarning, stacklevel=5)
        elif line.strip():
            left.append(line)
    return left


def _sentence(path: str, status: int, lines: list[str]) -> str:
    needed = [tuple(map(int, match)) for match in re.findall(r"`GLIBC_(\d+)\.(\d+)' not found", "\n".join(lines))]
    if needed:
        newest = ".".join(map(str, max(needed)))
        return (
            f"{path} needs glibc {newest} or later, and this machine has {platform.libc_ver()[1] or 'an older one'}: build "
            "BeaconBench here (make build) and set the environment variable BEACONBENCH to it, or run its container")
    if status < 0:
        return f"{path} was ended by the signal {signal.Signals(-status).name}" + (
            ", perhaps because memory ran out" if status == -signal.SIGKILL else "")
    return lines[-1] if lines else f"{path} ended with status {status} and said nothing"


def _why_not_started(path: str, problem: OSError) -> str:
    if isinstance(problem, FileNotFoundError):
        return f"{path}: no such file, or its loader is missing: {_INSTALL}"
    if problem.errno == 8:
        return (
            f"{path} is not built for this machine ({platform.machine()}), or is damaged: build BeaconBench here (make build) "
            "and set the environment variable BEACONBENCH to it")
    if isinstance(problem, PermissionError):
        return f"{path} may not be executed: {_INSTALL}, or on a file system without noexec"
    return f"{path} cannot be started: {problem.strerror}"


class Scratch:
    """A temporary folder, which goes with this object."""

    def __init__(self) -> None:
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="beaconbench-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def python() -> str:
    """The interpreter, for programs that the program starts."""
    return sys.executable or "python3"
