"""Run notebooks from top to bottom: `python run_notebook.py a-published-figures.ipynb ...`. Nothing is written."""

import pathlib
import sys

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

for name in sys.argv[1:]:
    path = pathlib.Path(name).resolve()
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}})
    try:
        client.execute()
    except CellExecutionError as error:
        sys.exit(f"{name}: {error}")
    charts = sum("vega" in str(output.get("data", {})) for cell in notebook.cells if cell.cell_type == "code"
                 for output in cell.outputs)
    print(f"{path.name}: {sum(cell.cell_type == 'code' for cell in notebook.cells)} cells, {charts} charts")
