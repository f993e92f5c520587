"""Speaks with `beaconbench mcp` through the public client of the protocol, and prints one JSON object of what came back.

Arguments: the program, and the working folder.
"""
import asyncio, json, sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

program, folder = sys.argv[1:3]


def document(result):
    text = result.content[0].text
    if result.is_error:
        return {"error": text}
    answer = json.loads(text)
    assert answer == result.structured_content
    return answer


async def main():
    found = {}
    async with stdio_client(StdioServerParameters(command=program, args=["mcp"], cwd=folder)) as streams:
        async with ClientSession(*streams) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            found["tools"] = [tool.name for tool in tools]
            found["schemas"] = all(tool.input_schema["type"] == "object" for tool in tools)

            async def call(tool, /, **arguments):
                return document(await session.call_tool(tool, arguments))

            found["listed"] = await call("list")
            found["kalman"] = await call("list", what="kalman")
            found["site"] = await call("check_site", site="scenarios/site.yaml")
            steps = []

            async def progress(done, total, message):
                steps.append((done, total))

            small = "scenarios/small.yaml"
            run = document(
                await session.call_tool(
                    "run_scenario", {"scenario": small, "laps": 3, "name": "a"}, progress_callback=progress))
            found["run"], found["progress"] = run, steps
            found["changed"] = await call(
                "run_scenario", scenario=small, laps=3, name="b", set=["pipelines[0].snap=true"])
            found["compare"] = await call("compare_results", a=run["results"], b=found["changed"]["results"])
            found["explain"] = await call("explain_results", results=run["results"], threshold=1, stretches=1)
            found["sweep"] = await call(
                "sweep_key", sweep=small, vary=["channel.shadowing.exponential.deviation=1,6"], laps=3, seeds=[1, 2])
            found["sensitivity"] = await call(
                "sensitivity", **{"scenario": small, "laps": 2, "n-offsets": "0.2", "save": "results/kept"})
            found["table"] = await call(
                "read_table", path=run["results"] + "errors.csv", columns=["lap", "error_m"], limit=2)
            resources = (await session.list_resources()).resources
            found["resources"] = [str(resource.uri) for resource in resources]
            read = await session.read_resource("beaconbench:///scenarios/small.yaml")
            found["resource"] = read.contents[0].text
            found["refused"] = [
                await call("check_site", site="../outside.yaml"),
                await call("check_site", site="/etc/passwd"),
                await call("check_site", site="link.yaml"),
                await call("run_scenario", scenario="scenarios/elsewhere.yaml"),
                await call("run_scenario", scenario=small, set=["pipelines[0].method={command: [id]}"]),
                await call("run_scenario", scenario=small, laps=0),
                await call("run_scenario", scenario=small, lapps=1),
                await call("run_scenario"),
                await call("read_table", path=run["results"] + "errors.csv", columns=["nothing"]),
                await call("run_scenario", scenario=small, laps=2001),
                await call("run_scenario", scenario=small, laps=2, results="elsewhere"),
                await call("run_scenario", scenario=small, laps=2, results="away"),
                await call("sweep_key", sweep=small, vary=["nothing=1,2"], laps=2),
            ]
            for name in ["no_such_tool"]:
                try:
                    await session.call_tool(name, {})
                except Exception as error:
                    found["unknown"] = str(error)
            try:
                await session.read_resource("beaconbench:///../outside.yaml")
            except Exception as error:
                found["noResource"] = str(error)
    print(json.dumps(found))


asyncio.run(main())
