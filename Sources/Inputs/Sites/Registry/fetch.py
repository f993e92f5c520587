"""Fetches files with pooch: reads one JSON request from standard input, and prints one JSON answer.

A request has the folder of a set, a hidden folder beside it for what is not complete, and files with path, address, digest and
the most octets; with `digests` the one file is unpacked where it is a ZIP archive, and the digests of its files are listed there.
"""
import json, os, shutil, stat, sys, zipfile

try:
    import pooch
except ImportError:
    sys.exit(3)

MOST_UNPACKED, MOST_FILES = 4 << 30, 100_000


def stays(name):
    """Whether a path is relative, has no empty part and none that climbs, and can stand on one line."""
    return all(part not in ("", ".", "..") for part in name.replace("\\", "/").split("/")) and name.isprintable()


class Bounded:
    """A file that takes no more than so many octets."""

    def __init__(self, file, most):
        self.file, self.most, self.flush = file, most, file.flush

    def write(self, octets):
        if self.file.tell() + len(octets) > self.most:
            raise ValueError(f"expected at most {self.most} bytes, found more")
        self.file.write(octets)


class Download(pooch.HTTPDownloader):
    """HTTP and HTTPS alone, without credentials of the user's, the octets as they are served."""

    def __init__(self, most):
        super().__init__(chunk_size=1 << 16, timeout=60, headers={"Accept-Encoding": "identity"}, auth=lambda request: request)
        self.most = most

    def __call__(self, url, output_file, store, check_only=False):
        with open(output_file, "wb") as file:
            super().__call__(url, Bounded(file, self.most), store)


def check(entries):
    """Refuses an archive that would leave its folder or fill the disk."""
    names, left = set(), MOST_UNPACKED
    for entry in entries:
        kind = stat.S_IFMT(entry.external_attr >> 16) if entry.create_system == 3 else 0
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise ValueError(f"expected only files and folders in the archive, found the link or device {entry.filename!r}")
        if not stays(entry.filename.removesuffix("/")) or entry.filename in names:
            raise ValueError(f"expected each file once, below the archive's own folder, found {entry.filename!r}")
        names.add(entry.filename)
        left -= entry.file_size
    if left < 0 or len(names) > MOST_FILES:
        raise ValueError(f"expected at most {MOST_FILES} files of {MOST_UNPACKED} bytes when unpacked, found more")


def unpack(path, store, request):
    """Makes a folder of a file, and gives it its name together with the list of digests."""
    with open(path, "rb") as file:
        is_archive = file.read(4) == b"PK\3\4"
    top = os.path.join(request["staging"], "unpacked")
    if is_archive:
        with zipfile.ZipFile(path) as archive:
            check(archive.infolist())
        paths = sorted(pooch.Unzip(extract_dir="unpacked")(path, "download", store))
    else:
        os.mkdir(top)
        paths = [shutil.move(path, os.path.join(top, os.path.basename(path)))]
    names = [os.path.relpath(path, top) for path in paths]
    listed = os.path.join(request["staging"], "digests")
    with open(listed, "w", encoding="utf-8") as file:
        file.writelines(f"{pooch.file_hash(path)}  {name}\n" for path, name in zip(paths, names))
    sizes = [os.path.getsize(path) for path in paths]
    os.replace(listed, request["digests"])
    os.rename(top, request["folder"])
    return [{"path": name, "bytes": size} for name, size in zip(names, sizes)]


def fetch(file, store, request):
    path = store.fetch(file["path"], downloader=Download(file["most"]))
    if request["digests"]:
        return unpack(path, store, request)
    size = os.path.getsize(path)
    if size != file["most"]:
        raise ValueError(f"expected {file['most']} bytes, found {size}")
    target = os.path.join(request["folder"], file["path"])
    os.makedirs(os.path.dirname(target), exist_ok=True)
    os.replace(path, target)
    return [{"path": file["path"], "bytes": size}]


def answer(request):
    pooch.get_logger().disabled = True
    shutil.rmtree(request["staging"], ignore_errors=True)
    file, fetched = request["files"][0], []
    store = pooch.create(
        path=request["staging"], base_url="", registry={file["path"]: "sha256:" + file["sha256"] for file in request["files"]},
        urls={file["path"]: file["address"] for file in request["files"]})
    try:
        os.makedirs(request["staging"])
        for file in request["files"]:
            fetched += fetch(file, store, request)
    except Exception as error:
        return {"address": file["address"], "problem": " ".join(str(error).split()) or type(error).__name__}
    finally:
        shutil.rmtree(request["staging"], ignore_errors=True)
    return {"files": fetched}


print(json.dumps(answer(json.load(sys.stdin))))
