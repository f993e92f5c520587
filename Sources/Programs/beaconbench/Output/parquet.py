# Writes Parquet beside the CSV tables of a data package, from which it reads the types; a table takes its name when it is complete.
import json, os, sys
try:
    import pyarrow as pa, pyarrow.csv as csv, pyarrow.parquet as parquet
except ImportError:
    sys.exit(3)
folder = sys.argv[1]
types = {"string": pa.string(), "integer": pa.int64(), "number": pa.float64(), "boolean": pa.bool_()}
with open(os.path.join(folder, "datapackage.json"), encoding="utf-8") as file:
    resources = json.load(file)["resources"]
for resource in resources:
    fields = {field["name"]: types[field["type"]] for field in resource["schema"]["fields"]}
    options = csv.ConvertOptions(column_types=fields, null_values=[""], strings_can_be_null=True)
    table = csv.read_csv(os.path.join(folder, resource["path"]), convert_options=options)
    path = os.path.join(folder, resource["path"][:-4] + ".parquet")
    parquet.write_table(table, path + ".new")
    os.replace(path + ".new", path)
    print(os.path.basename(path))
