import { takeBackUnfinished } from "../client/unfinished.ts";
import { DEMO } from "../demo/definition.ts";
import { loadDemos } from "../demo/load-demos.ts";
import { chooseWorkspace, refuseTakenName, whereToSee } from "./choose-target.ts";
import type { Command } from "./command.ts";
import { positionals, readArguments } from "./read-arguments.ts";
import { withServer } from "./with-server.ts";

export const DEMO_USAGE = `postil demo [--workspace NAME]      load the demo datasets: 200 customer messages, and one for each task of the older family`;

/** `postil demo`: loads the datasets of the first start at any time. */
export const demo: Command = async (args, around) => {
  const { values, positionals: given } = readArguments(args, { workspace: { type: "string" } }, DEMO_USAGE);
  positionals(given, [], DEMO_USAGE);
  // A new home would also load the demo by itself.
  return withServer({ ...around, env: { ...around.env, POSTIL_DEMO: "0" } }, async (server) => {
    const { call, home } = server;
    await takeBackUnfinished(home, call);
    const workspace = await chooseWorkspace(call, values.workspace ?? null);
    await refuseTakenName(call, workspace, DEMO.name, "delete it first, or choose another with --workspace");
    const { datasetId, records, tasks } = await loadDemos(call, home, workspace);
    around.print(
      `Loaded "${DEMO.name}" with ${records} records into workspace "${workspace.name}". ${whereToSee(server, datasetId)}`,
    );
    if (tasks.length > 0) around.print(`And, for clients of the older API: ${tasks.join(", ")}.`);
    return 0;
  });
};
