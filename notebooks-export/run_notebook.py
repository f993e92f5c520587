"""Run notebooks from top to bottom: `python run_notebook.py [--store] a-published-figures.ipynb ...`.

With `--store`, the outputs are written into the notebooks, as they are published; otherwise nothing is written.
"""

import pathlib
import re
import sys

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

stores = "--store" in sys.argv[1:]
for name in [argument for argument in sys.argv[1:] if argument != "--store"]:
    path = pathlib.Path(name).resolve()
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=1200, kernel_name="python3", record_timing=False, resources={"metadata": {"path": str(path.parent)}})
    try:
        client.execute()
    except CellExecutionError as error:
        sys.exit(f"{name}: {error}")
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    charts = [output.data["image/svg+xml"] for cell in cells for output in cell.outputs if "image/svg+xml" in output.get("data", {})]
    print(f"{path.name}: {len(cells)} cells, {len(charts)} charts")
    if stores:
        notebook.metadata = {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}
        for cell in cells:
            cell.metadata = {}
            for output in cell.outputs:
                data = output.get("data", {})
                # A text beside a picture or table says where the object lies in memory, or repeats the table.
                if len(data) > 1:
                    data.pop("text/plain", None)
                if "image/svg+xml" in data:
                    data["image/svg+xml"] = re.sub(r"(\d+\.\d{2})\d+", r"\1", data["image/svg+xml"])
        path.write_text(nbformat.writes(notebook, indent=1).rstrip("\n") + "\n", encoding="utf-8")
