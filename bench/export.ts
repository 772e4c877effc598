import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { OWNER, type RunningServer, removeHome, startServer } from "../e2e/support/server.ts";
import { openConnection } from "./lib/connection.ts";
import { fill } from "./lib/fill.ts";
import { measureBeside } from "./lib/pings.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { readRows } from "./lib/rows.ts";
import { ms } from "./lib/stats.ts";

/** Measures the export of a dataset to a file: its speed, its memory, and how long other clients wait meanwhile. */

const MOST_PING_MS = 25;
const LEAST_RATE = 30_000;
const MOST_MIB = 100;

type Wish = { readonly what: string; readonly body: object };

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
      for (const wish of WISHES) figures.push(...(await measure(server, datasetId, size, wish)));
    } finally {
      await server.stop();
      removeHome(server.home);
    }
  }
  writeReport("export", figures);
}

async function measure(server: RunningServer, datasetId: string, size: number, wish: Wish): Promise<Figure[]> {
  const idle = server.residentMib();
  let most = idle;
  const watch = setInterval(() => {
    most = Math.max(most, server.residentMib());
  }, 100);
  const begun = performance.now();
  const bytes = await readAll(server.port, datasetId, wish.body);
  const rate = size / ((performance.now() - begun) / 1000);
  clearInterval(watch);
  const pings = await measureBeside(server.port, OWNER.apiKey, () => readAll(server.port, datasetId, wish.body));
  const what = `${size.toLocaleString("en")} records: ${wish.what}`;
  const figures = [
    {
      what: `${what}, ${Math.round(bytes / 1e6)} MB`,
      figure: `${Math.round(rate).toLocaleString("en")} records/s`,
      target: `at least ${LEAST_RATE.toLocaleString("en")} records/s`,
      met: rate >= LEAST_RATE,
    },
    {
      what: `${what}, memory`,
      figure: `${Math.round(idle)} MiB before, ${Math.round(most)} MiB at most`,
      target: `less than ${MOST_MIB} MiB more`,
      met: most - idle < MOST_MIB,
    },
    {
      what: `${what}, ping beside it`,
      figure: `p50 ${ms(pings.p50)}, p99 ${ms(pings.p99)}, longest ${ms(pings.max)}`,
      target: `p99 under ${MOST_PING_MS} ms`,
      met: pings.p99 < MOST_PING_MS,
    },
  ];
  for (const figure of figures) console.log(figure);
  return figures;
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
