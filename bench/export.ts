import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { OWNER, type RunningServer, removeHome, startServer } from "../e2e/support/server.ts";
import { openConnection } from "./lib/connection.ts";
import { grouped, pingFigure, rateFigure, told } from "./lib/figures.ts";
import { fill } from "./lib/fill.ts";
import { measureBeside } from "./lib/pings.ts";
import { watched } from "./lib/processes.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { readRows } from "./lib/rows.ts";

/** Measures the export of a dataset to a file: its speed, its memory, and how long other clients wait meanwhile. */

const LEAST_RATE = 30_000;
const MOST_MIB = 100;

type Wish = {
  readonly what: string;
  readonly body: object;
  /** Records a second. */
  readonly least?: number;
};

const WISHES: readonly Wish[] = [
  { what: "JSON Lines", body: {} },
  { what: "JSON Lines, gzip", body: { gzip: true } },
  { what: "CSV", body: { format: "csv" } },
  { what: "JSON Lines with vectors", body: { with: ["responses", "suggestions", "metadata", "vectors"] } },
];

export async function benchExport(sizes: readonly number[]): Promise<void> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    const server = await startServer();
    try {
      const connection = await openConnection(server.port, OWNER.apiKey);
      const { datasetId } = await fill(connection, `export${size}`, readRows(), size);
      connection.close();
      for (const wish of WISHES) figures.push(...told(await measure(server, datasetId, size, wish)));
    } finally {
      await server.stop();
      removeHome(server.home);
    }
  }
  writeReport("export", figures);
}

/** A dataset whose records all have answers, as rows for training. */
export const trainingFigures = (server: RunningServer, datasetId: string, size: number): Promise<readonly Figure[]> =>
  measure(server, datasetId, size, { what: "for training", body: { shape: "training" }, least: size / 3 });

async function measure(
  server: RunningServer,
  datasetId: string,
  size: number,
  { what: file, body, least = LEAST_RATE }: Wish,
): Promise<readonly Figure[]> {
  const { done: bytes, seconds, server: more } = await watched(server, () => readAll(server.port, datasetId, body));
  const pings = await measureBeside(server.port, () => readAll(server.port, datasetId, body));
  const what = `${grouped(size)} records: ${file}`;
  return [
    rateFigure({ what: `${what}, ${Math.round(bytes / 1e6)} MB`, unit: "records", rate: size / seconds, least }),
    {
      what: `${what}, memory`,
      figure: `${Math.round(more)} MiB more`,
      target: `less than ${MOST_MIB} MiB more`,
      met: more < MOST_MIB,
    },
    pingFigure(what, pings),
  ];
}

/** Reads the reply, throws it away and returns its size in bytes. So the bench measures the server, not the client. */
async function readAll(port: number, datasetId: string, body: object): Promise<number> {
  const headers = { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" };
  const path = `/api/postil/v1/datasets/${datasetId}/export`;
  const asked = request({ host: "127.0.0.1", port, path, method: "POST", headers });
  asked.end(JSON.stringify(body));
  const [reply] = (await once(asked, "response")) as [IncomingMessage]; // Node documents this type for the event
  if (reply.statusCode !== 200) throw new Error(`The export was answered with ${reply.statusCode}.`);
  let bytes = 0;
  for await (const chunk of reply) bytes += (chunk as Buffer).length; // no encoding was set
  return bytes;
}
