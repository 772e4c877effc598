import { OWNER, type RunningServer, removeHome, startServer } from "../e2e/support/server.ts";
import { hostileSearchFigures } from "./hostile-search.ts";
import { openConnection } from "./lib/connection.ts";
import { type HostileTarget, type Nuisance, startHostileClient } from "./lib/hostile-client.ts";
import { measureBeside } from "./lib/pings.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { ms } from "./lib/stats.ts";

/**
 * Measures how long other users wait while a hostile client sends harmful requests. The hostile client runs in its own
 * thread, so that its work does not count as the server's.
 */

const MOST_MS = 50;

type Trouble = { readonly what: string; readonly nuisances: readonly Nuisance[] };

const TROUBLES: readonly Trouble[] = [
  { what: "nothing", nuisances: ["nothing"] },
  { what: "eight bodies of 64 KB that are no JSON, without a key", nuisances: ["not JSON"] },
  { what: "twelve bodies of 33 MB by somebody of another workspace", nuisances: ["outsider"] },
  { what: "twelve bodies of 33 MB by somebody who may send them", nuisances: ["manager"] },
  { what: "eight reads of 1,000 records of 32 KB, a reply of 32 MB each", nuisances: ["reader"] },
  { what: "24 of these reads by somebody who takes nothing in", nuisances: ["no reader"] },
  { what: "bodies that trickle on 50 connections", nuisances: ["trickle"] },
  { what: "all of these at once", nuisances: ["not JSON", "outsider", "manager", "reader", "no reader", "trickle"] },
];

export async function benchHostile(): Promise<void> {
  const server = await startServer();
  try {
    const target = await setUp(server);
    const figures: Figure[] = [];
    for (const { what, nuisances } of TROUBLES) {
      const client = await startHostileClient(target);
      const work = () => Promise.all(nuisances.map((nuisance) => client.send(nuisance)));
      const pings = await measureBeside(server.port, work);
      await client.stop();
      figures.push({
        what: `ping beside ${what}`,
        figure: `p50 ${ms(pings.p50)}, p99 ${ms(pings.p99)}, longest ${ms(pings.max)}; ${Math.round(server.residentMib())} MiB`,
        target: `p99 under ${MOST_MS} ms`,
        met: pings.p99 < MOST_MS,
      });
      console.log(figures.at(-1));
    }
    figures.push(...(await hostileSearchFigures()));
    writeReport("hostile", figures);
  } finally {
    await server.stop();
    removeHome(server.home);
  }
}

/** Makes a published dataset, an admin of its workspace and a user of no workspace. */
async function setUp({ port }: RunningServer): Promise<HostileTarget> {
  const connection = await openConnection(port, OWNER.apiKey);
  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await connection.ask(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.body.slice(0, 300)}`);
    return (reply.body === "" ? {} : JSON.parse(reply.body)) as { id: string; api_key: string }; // the replies that are used have these fields
  };
  const person = (username: string, role: string) =>
    ask("POST", "/api/v1/users", { first_name: "P", username, role, password: "long enough" });
  const workspace = await ask("POST", "/api/v1/workspaces", { name: "hostile" });
  const manager = await person("manager", "admin");
  await ask("POST", `/api/v1/workspaces/${workspace.id}/users`, { user_id: manager.id });
  const outsider = await person("outsider", "admin");
  const datasetId = await newDataset(ask, "hostile", workspace.id);
  const longId = await newDataset(ask, "long", workspace.id);
  const text = "long ".repeat(LONG_BYTES / 5);
  for (let batch = 0; batch < 10; batch++) {
    await ask("POST", `/api/v1/datasets/${longId}/records`, { items: Array(100).fill({ fields: { text } }) });
  }
  connection.close();
  return { port, datasetId, longId, outsiderKey: outsider.api_key, managerKey: manager.api_key };
}

const LONG_BYTES = 32 * 1024;

type Ask = (method: string, path: string, body?: unknown) => Promise<{ id: string }>;

async function newDataset(ask: Ask, name: string, workspaceId: string): Promise<string> {
  const dataset = await ask("POST", "/api/v1/datasets", { name, workspace_id: workspaceId });
  const at = `/api/v1/datasets/${dataset.id}`;
  await ask("POST", `${at}/fields`, { name: "text", title: "Text", required: true, settings: { type: "text" } });
  const options = ["yes", "no"].map((value) => ({ value, text: value }));
  const settings = { type: "label_selection", options };
  await ask("POST", `${at}/questions`, { name: "good", title: "Good", required: true, settings });
  await ask("PUT", `${at}/publish`);
  return dataset.id;
}
