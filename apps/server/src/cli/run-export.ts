import { SingleBar } from "cli-progress";
import type { Opened } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import type { Command, RunningServer, Surroundings } from "./command.ts";
import { type ExportOptions, readExportOptions } from "./export-options.ts";
import { type FoundDataset, findDataset } from "./find.ts";
import { withServer } from "./with-server.ts";
import { type Output, openOutput } from "./write-output.ts";

/** `postil export DATASET`: writes the complete file, or nothing. */
export const runExport: Command = async (args, around) => {
  const options = readExportOptions(args);
  return withServer(around, (server) => exportFrom(server, options, around));
};

async function exportFrom(server: RunningServer, options: ExportOptions, around: Surroundings): Promise<number> {
  const dataset = await findDataset(server.call, options.dataset, options);
  const output = await openOutput(options.output, options.force, around);
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  process.once("SIGINT", giveUp).once("SIGTERM", giveUp);
  const begun = performance.now();
  try {
    const opened = await afterAWhile(openExport(server, dataset, options, stop.signal), () => around.complain(WAITS));
    const over = await write(server, opened, output, stop.signal);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    // If the file goes to standard output, messages go to the other stream.
    const say = options.output === "-" ? around.complain : around.print;
    say(`Exported ${over.records.toLocaleString("en")} records of "${dataset.name}" in ${seconds} s.`);
    return 0;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    around.complain(`Given up; ${leftBy(output)}.`);
    return 130;
  } finally {
    process.removeListener("SIGINT", giveUp).removeListener("SIGTERM", giveUp);
  }
}

function openExport(
  server: RunningServer,
  dataset: FoundDataset,
  { format, gzip, parts, query }: ExportOptions,
  signal: AbortSignal,
): Promise<Opened> {
  const file = { format, gzip, with: [...parts] };
  if (dataset.family === "feedback") {
    const body = { ...file, records: query === null ? null : { query: { text: { q: query } } } };
    return server.open("exportDataset", { params: { dataset_id: dataset.id }, body }, signal);
  }
  const { name, workspace } = dataset;
  const body = { ...file, records: query === null ? null : { query: { query_text: query } } };
  return server.open("exportTaskDataset", { params: { name }, query: { workspace }, body }, signal);
}

const WAITS =
  "Nothing came so far. Perhaps other exports have to end before: each person has one at a time, and the server two.";
const A_WHILE_MS = 2000;

/** Prints a message if the work takes long. */
function afterAWhile<T>(work: Promise<T>, say: () => void): Promise<T> {
  const timer = setTimeout(say, A_WHILE_MS);
  return work.finally(() => clearTimeout(timer));
}

async function write(server: RunningServer, opened: Opened, output: Output, signal: AbortSignal) {
  const params = { export_id: opened.headers.get("x-postil-export") ?? "" };
  const ask = () => server.call("getExport", { params });
  const bar = await progressBar(ask);
  try {
    await output.write(opened.bytes, signal);
  } catch (error) {
    if (signal.aborted || error instanceof StartFailure) throw error;
    const { detail } = await ask();
    throw new StartFailure(`The export ended before all was there; ${leftBy(output)}. ${detail ?? ""}`.trim());
  } finally {
    bar.stop();
  }
  return ask();
}

const leftBy = ({ wholeOrNothing }: Output): string =>
  wholeOrNothing ? "no file was written" : "what was written is not all";

const ASKED_EVERY_MS = 500;

/** Shown only on a terminal. */
async function progressBar(ask: () => Promise<{ readonly records: number; readonly total: number }>) {
  if (!process.stderr.isTTY) return { stop: () => {} };
  const bar = new SingleBar({
    format: "  {bar} {percentage}% · {value} of {total} records · {eta_formatted} left",
    hideCursor: true,
  });
  const { total } = await ask();
  bar.start(total, 0);
  // If a request fails, the next one, or the end of the file, shows the progress.
  const look = () =>
    ask().then(
      ({ records }) => bar.update(records),
      () => undefined,
    );
  const timer = setInterval(() => void look(), ASKED_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      bar.stop();
    },
  };
}
