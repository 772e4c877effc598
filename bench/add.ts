import { type Api, apiOf } from "../e2e/support/api.ts";
import type { RunningServer } from "../e2e/support/server.ts";
import { grouped, pingFigure, rateFigure } from "./lib/figures.ts";
import { pingWhile } from "./lib/pings.ts";
import { watched } from "./lib/processes.ts";
import type { Figure } from "./lib/report.ts";
import { begin, forget, sendText } from "./lib/uploads.ts";

/** Measures a file that is added to a dataset (IMP-30): the dry run, Add, and the same file again. Seconds, and memory. */

const LEAST_RATE = 8000;
const MOST_MIB = 400;

/** `floor`: the records a second that a script sends in bulk. */
export async function addFigures(server: RunningServer, rows: number, floor: number): Promise<readonly Figure[]> {
  const api = apiOf(server.port);
  const datasetId = await newDataset(api);
  const id = await sendText(server.port, "bench.csv", fileOf(rows));
  const into = { dataset_id: datasetId, columns: [{ column: "ticket", part: { kind: "id" } }] };
  const tried = { into, existing: "update", dry_run: true };
  const added = { ...tried, dry_run: false, as_tried: true };
  const figures: Figure[] = [];
  for (const [what, body, until] of [
    ["dry run, all new", tried, "tried"],
    ["Add, all new", added, "done"],
    ["dry run, all unchanged", tried, "tried"],
    ["Add, all unchanged", added, "done"],
  ] as const) {
    const adding = watched(server, () => begin(api, id, { what: "add", body, until }));
    const { pings, done: taken } = await pingWhile(server.port, adding);
    const label = `${grouped(rows)} rows of CSV added: ${what}`;
    figures.push(
      rateFigure({
        what: label,
        unit: "rows",
        rate: rows / taken.seconds,
        least: LEAST_RATE,
        floor: `${grouped(floor)} records/s sent in bulk`,
      }),
      {
        what: `${label}: memory of the server, and of the process that reads the file`,
        figure: `${Math.round(taken.server)} MiB more, ${Math.round(taken.others)} MiB`,
        target: `each at most ${MOST_MIB} MiB`,
        met: Math.max(taken.server, taken.others) <= MOST_MIB,
      },
      pingFigure(label, pings),
    );
  }
  await forget(api, id);
  return figures;
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
