import { createWriteStream, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parquetPieces, textElement, wholeElement } from "../apps/server/src/export/parquet-file.ts";
import { type Api, apiOf } from "../e2e/support/api.ts";
import { OWNER, type RunningServer } from "../e2e/support/server.ts";
import { openConnection } from "./lib/connection.ts";
import { grouped, pingFigure, rateFigure } from "./lib/figures.ts";
import { type Filled, fill } from "./lib/fill.ts";
import { pingWhile } from "./lib/pings.ts";
import { watched } from "./lib/processes.ts";
import type { Figure } from "./lib/report.ts";
import type { Row } from "./lib/rows.ts";
import { begin, forget, sendFile, sendFirst, sendText, understand } from "./lib/uploads.ts";

/** Measures files that become new datasets, by the calls of the page. */

const LEAST_RATE = 8000;

const jsonLine = ({ text, label, words, predictions }: Row, index: number): string =>
  `${JSON.stringify({ id: `r-${index}`, text: `${text} (${index})`, label, predictions, words, part: `p${index % 10}` })}\n`;

/** From the last byte of a file until its records are found, beside the same records that a script sends in bulk. */
export async function newDatasetFigures(
  server: RunningServer,
  rows: readonly Row[],
  count: number,
): Promise<{ readonly filled: Filled; readonly figures: readonly Figure[] }> {
  const api = apiOf(server.port);
  const workspace = await api.post("/api/workspaces", { name: "import" });
  const id = await sendText(server.port, "bench.jsonl", [...linesOf(rows, count)].join(""));
  const importing = () =>
    watched(server, async () => {
      await understand(api, id);
      const body = { name: "from-a-file", workspace_id: workspace.id };
      const made = await begin(api, id, { what: "import", body, until: "done" });
      await findLast(api, made, count);
    });
  const { pings, done: taken } = await pingWhile(server.port, importing());
  await forget(api, id);
  const connection = await openConnection(server.port, OWNER.apiKey);
  const bulk = await watched(server, () => fill(connection, "in-bulk", withoutVectors(rows), count));
  connection.close();
  const what = `${grouped(count)} rows of JSON Lines with suggestions and metadata become a dataset`;
  const floor = count / bulk.done.secondsOfUpserts;
  return {
    filled: bulk.done,
    figures: [
      rateFigure({
        what: `${what}, from the last byte until they are found`,
        unit: "rows",
        rate: count / taken.seconds,
        least: LEAST_RATE,
        floor: `${grouped(floor)} records/s sent in bulk`,
      }),
      {
        what: `${what}: processor time of the server and its reader`,
        figure: `${taken.cpu.toFixed(1)} s`,
        floor: `${bulk.cpu.toFixed(1)} s in bulk`,
        target: "at most 3 times the floor",
        met: taken.cpu <= 3 * bulk.cpu,
      },
      pingFigure(what, pings),
    ],
  };
}

function* linesOf(rows: readonly Row[], count: number): Generator<string> {
  for (let index = 0; index < count; index++) yield jsonLine(rowAt(rows, index), index);
}

function rowAt(rows: readonly Row[], index: number): Row {
  const row = rows[index % rows.length];
  if (!row) throw new Error("There are no rows.");
  return row;
}

const withoutVectors = (rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row, vector: [] }));

async function findLast(api: Api, datasetId: string, count: number): Promise<void> {
  const query = { text: { q: String(count - 1), field: "text" } };
  const path = `/api/v1/me/datasets/${datasetId}/records/search`;
  const { total } = await api.post<{ readonly total: number }>(path, { query });
  if (total !== 1) throw new Error(`${total} records are found.`);
}

const PREVIEW_MS = 2000;
const FIRST_BYTES = 2 ** 20;

type Table = { readonly name: string; readonly head: string; readonly line: (row: Row, index: number) => string };
const TABLES: readonly Table[] = [
  { name: "jsonl", head: "", line: jsonLine },
  {
    name: "csv",
    head: "id,text,label,words\n",
    line: ({ text, label, words }, index) =>
      `r-${index},"${text.replaceAll('"', '""')} (${index})",${label},${words}\n`,
  },
];

/** How soon the person sees columns and records of the largest file, and how soon the whole of it is read. */
export async function previewFigures(
  server: RunningServer,
  rows: readonly Row[],
  bytes: number,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const table of TABLES) {
    const path = join(server.home, `bench.${table.name}`);
    await writeFile(path, textOf(table, rows, bytes));
    figures.push(...(await measurePreview(server, path)));
    rmSync(path);
  }
  return figures;
}

async function measurePreview(server: RunningServer, path: string): Promise<readonly Figure[]> {
  const api = apiOf(server.port);
  const first = await watched(server, async () => {
    const id = await sendFirst(server.port, path, FIRST_BYTES);
    await understand(api, id);
    await forget(api, id);
  });
  const sending = await watched(server, () => sendFile(server.port, path));
  const reading = watched(server, () => understand(api, sending.done));
  const { pings, done: read } = await pingWhile(server.port, reading);
  await forget(api, sending.done);
  const megabytes = statSync(path).size / 1e6;
  const what = `${Math.round(megabytes)} MB of ${path.endsWith("csv") ? "CSV" : "JSON Lines"}`;
  const inTime = (seconds: number) => ({
    target: `at most ${PREVIEW_MS} ms`,
    figure: `${grouped(1000 * seconds)} ms`,
    met: 1000 * seconds <= PREVIEW_MS,
  });
  return [
    { what: `${what}: columns and first records, from its first byte`, ...inTime(sending.seconds + read.seconds) },
    { what: `${what}: the same for its first MB, sent as a file of its own`, ...inTime(first.seconds) },
    rateFigure({
      what: `${what}: read to its end and its columns guessed, with ${read.cpu.toFixed(1)} s of processor`,
      unit: "MB",
      rate: megabytes / read.seconds,
      least: LEAST_MEGABYTES,
      floor: `${grouped(megabytes / sending.seconds)} MB/s sent and kept`,
    }),
    pingFigure(`${what}: read`, pings),
  ];
}

function* textOf({ head, line }: Table, rows: readonly Row[], bytes: number): Generator<Buffer> {
  let [left, index] = [bytes, 0];
  for (let block = Buffer.from(head); block.length <= left; ) {
    yield block;
    left -= block.length;
    const from = index;
    index += LINES;
    block = Buffer.from(Array.from({ length: LINES }, (_, at) => line(rowAt(rows, from + at), from + at)).join(""));
  }
}
const LINES = 5000;
const LEAST_MEGABYTES = 10;

const writeFile = (path: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> =>
  pipeline(Readable.from(pieces), createWriteStream(path));

const MOST_MIB = 150 / 1.048576;

/** The memory for a large Parquet file. */
export async function parquetFigures(
  server: RunningServer,
  rows: readonly Row[],
  count: number,
): Promise<readonly Figure[]> {
  const api = apiOf(server.port);
  const path = join(server.home, "bench.parquet");
  const columns = [
    { elements: [textElement("text")], value: ({ text, index }: Numbered) => `${text} (${index})` },
    { elements: [textElement("label")], value: ({ label }: Numbered) => label },
    { elements: [wholeElement("words")], value: ({ words }: Numbered) => BigInt(words) },
  ];
  await writeFile(path, bytesOnly(parquetPieces(columns, numbered(rows, count), {})));
  const id = await sendFile(server.port, path);
  rmSync(path);
  const { pings, done: taken } = await pingWhile(
    server.port,
    watched(server, () => understand(api, id)),
  );
  await forget(api, id);
  if (taken.done.rows !== count) throw new Error(`${taken.done.rows} rows were read.`);
  const what = `Parquet of ${grouped(count)} rows is read`;
  return [
    {
      what: `${what}: memory of the server beyond idle and of its reader, together at most`,
      figure: `${Math.round(taken.together)} MiB (${Math.round(taken.server)} and ${Math.round(taken.others)})`,
      target: "under 150 MB",
      met: taken.together < MOST_MIB,
    },
    rateFigure({ what, unit: "rows", rate: count / taken.seconds, least: LEAST_PARQUET }),
    pingFigure(what, pings),
  ];
}
const LEAST_PARQUET = 80_000;

type Numbered = Row & { readonly index: number };

async function* numbered(rows: readonly Row[], count: number): AsyncGenerator<readonly Numbered[]> {
  for (let from = 0; from < count; from += LINES)
    yield Array.from({ length: Math.min(LINES, count - from) }, (_, at) => ({
      ...rowAt(rows, from + at),
      index: from + at,
    }));
}

async function* bytesOnly(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === "string" ? Buffer.from(piece) : piece;
}
