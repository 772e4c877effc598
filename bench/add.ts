import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Api, apiOf } from "../e2e/support/api.ts";
import { OWNER, type RunningServer, removeHome, startServer } from "../e2e/support/server.ts";
import { type Figure, writeReport } from "./lib/report.ts";

/** Measures a file that is added to a dataset (IMP-30): the dry run, Add, and the same file again. Seconds, and memory. */

const LEAST_RATE = 2000;
const MOST_MIB = 400;

type Upload = { readonly id: string; readonly state: string; readonly adding: { readonly [count: string]: unknown } };

export async function benchAdd(rows: number): Promise<void> {
  const server = await startServer();
  try {
    const api = apiOf(server.port);
    const datasetId = await newDataset(api);
    const csv = fileOf(rows);
    const { id } = await sent(server, csv);
    const into = { dataset_id: datasetId, columns: [{ column: "ticket", part: { kind: "id" } }] };
    const tried = { into, existing: "update", dry_run: true };
    const figures: Figure[] = [];
    for (const [what, body] of [
      ["dry run, all new", tried],
      ["Add, all new", { ...tried, dry_run: false, as_tried: true }],
      ["dry run, all unchanged", tried],
      ["Add, all unchanged", { ...tried, dry_run: false, as_tried: true }],
    ] as const)
      figures.push(
        ...(await measure(server, api, { id, body, what: `${rows.toLocaleString("en")} rows: ${what}`, rows })),
      );
    writeReport("add", figures);
  } finally {
    await server.stop();
    removeHome(server.home);
  }
}

async function newDataset(api: Api): Promise<string> {
  const workspace = await api.post("/api/workspaces", { name: "bench" });
  const { id } = await api.post("/api/v1/datasets", { name: "bench", workspace_id: workspace.id });
  const parts = `/api/v1/datasets/${id}`;
  const [text, options] = [{ type: "text" }, ["yes", "no"].map((value) => ({ value, text: value }))];
  await api.post(`${parts}/fields`, { name: "text", title: "Text", required: true, settings: text });
  const settings = { type: "label_selection", options };
  await api.post(`${parts}/questions`, { name: "ok", title: "Fine?", required: true, settings });
  await api.post(`${parts}/metadata-properties`, { name: "stars", title: "Stars", settings: { type: "integer" } });
  await api.put(`${parts}/publish`);
  return id;
}

const WORDS = "a customer writes about a card that has not come and asks when it will be there ".repeat(3);

const fileOf = (rows: number): string =>
  ["ticket,text,ok,stars", ...Array.from({ length: rows }, (_, at) => `T-${at},${at} ${WORDS},yes,${at % 5}`)].join(
    "\n",
  );

async function sent({ port }: RunningServer, body: string): Promise<Upload> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/postil/v1/uploads?name=bench.csv`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/octet-stream" },
    body,
  });
  if (reply.status !== 201) throw new Error(`The file was answered with ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Upload; // as the contract says
}

type Run = { readonly id: string; readonly body: object; readonly what: string; readonly rows: number };

async function measure(server: RunningServer, api: Api, { id, body, what, rows }: Run): Promise<Figure[]> {
  const address = `/api/postil/v1/uploads/${id}`;
  const idle = server.residentMib();
  let [most, reader] = [idle, 0];
  const begun = performance.now();
  await api.post(`${address}/add`, body);
  for (;;) {
    most = Math.max(most, server.residentMib());
    reader = Math.max(reader, childrenMib(server.pid));
    const { state } = await api.get<Upload>(address);
    if (state === "tried" || state === "done") break;
    if (state !== "checking" && state !== "storing") throw new Error(`The file is ${state}.`);
    await pause(50);
  }
  const seconds = (performance.now() - begun) / 1000;
  const rate = rows / seconds;
  const memory = Math.round(Math.max(most - idle, reader));
  return [
    {
      what,
      figure: `${seconds.toFixed(1)} s, ${Math.round(rate).toLocaleString("en")} rows/s`,
      target: `at least ${LEAST_RATE.toLocaleString("en")} rows/s`,
      met: rate >= LEAST_RATE,
    },
    {
      what: `${what}: memory of the server, and of the process that reads the file`,
      figure: `${Math.round(most - idle)} MiB more, ${Math.round(reader)} MiB`,
      target: `each at most ${MOST_MIB} MiB`,
      met: memory <= MOST_MIB,
    },
  ];
}

/** Resident memory of the processes that the server has started. */
function childrenMib(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );
  return children.reduce((sum, child) => {
    const status = readFileSync(`/proc/${child}/status`, "utf8");
    return sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }, 0);
}
