import { writeFile } from "node:fs/promises";
import { FEEDBACK_TASK, TASKS } from "@postil/domain/datasets/dataset";
import {
  DISAGREEMENTS,
  EXPORT_FORMATS,
  EXPORT_SHAPES,
  type ExportFormat,
  type ExportShape,
  fileEnding,
  hasFormats,
  isPacked,
  LEFT_OUT_WORDS,
} from "@postil/domain/exports/export-shape";
import { MOST_TEXT, textFault } from "@postil/domain/search/text-query";
import type { Call, Opened } from "../client/api-client.ts";
import { counted } from "../import/row.ts";
import { StartFailure } from "../start-failure.ts";
import { type Command, oneOf, type RunningServer, readArguments, type Surroundings } from "./command.ts";
import { findWorkspace } from "./find.ts";
import { progressBar } from "./progress.ts";
import { withServer } from "./with-server.ts";
import { type Output, openOutput } from "./write-output.ts";

const PARTS = ["responses", "suggestions", "metadata", "vectors"] as const;
type Part = (typeof PARTS)[number];
/** The names of these parts in task datasets. */
const TASK_WORDS: { readonly [word: string]: Part } = { annotations: "responses", predictions: "suggestions" };

const FAMILIES = [...TASKS, FEEDBACK_TASK];

export const EXPORT_USAGE = `postil export DATASET --output FILE [options]
  --output FILE                    also .csv and .gz, which tell the format; -: standard output
  --force                          write over a file of that name
  --workspace NAME                 where several have a dataset of that name
  --format jsonl|csv|parquet       default: as the file's name says, else jsonl
  --shape SHAPE                    what one row is; default: full, all of a record, which can be imported again
      training                     a record with one answer to each question
      answers                      an answer of a person
      preferences                  two options of a ranking, the better one first
      conll, spacy                 tokens with BIO tags, or texts with entities
      hf                           as training, as a folder for Hugging Face datasets (.zip)
  --disagreement leave_out|mark    records on which people disagree: left out (default), or marked in a column
  --question NAME                  for preferences, conll and spacy; default: the first of its type
  --pseudonyms                     of people in place of their names, the same in every export of this server
  --no-guard                       CSV without apostrophes before what a spreadsheet would run
  --task TASK                      where datasets of several kinds have that name: TextClassification,
                                   TokenClassification, Text2Text or FeedbackTask
  --snapshot NAME                  the dataset as it was when this snapshot of it was taken
  --query TEXT                     only the records that a search for this finds
  --with vectors                   the records' vectors too
  --without PART                   leave responses, suggestions or metadata out (again for more);
                                   of a task dataset also called annotations and predictions`;

const OPTIONS =
  "output= force workspace= task= format= shape= disagreement= question= no-guard pseudonyms query= snapshot= with=* without=*";

type ExportOptions = ReturnType<typeof readExportOptions>;

function readExportOptions(args: readonly string[]) {
  const { values, words } = readArguments(args, OPTIONS, ["DATASET"], EXPORT_USAGE);
  const { output } = values;
  if (!output) throw new StartFailure(`Say with --output where it goes.\n\n${EXPORT_USAGE}`);
  if (values.snapshot !== undefined && values.query !== undefined)
    throw new StartFailure("A snapshot is exported as a whole; leave --query out.");
  const { ending, zipped } = ENDINGS.exec(output)?.groups ?? {};
  const shape = wordOf("shape", EXPORT_SHAPES, values.shape ?? "full");
  const file = { shape, format: formatOf(output, { shape, ending, given: values.format }) };
  const gzip = zipped !== undefined;
  if (gzip && isPacked(file))
    throw new StartFailure(`${output}: the file is packed inside; leave .gz out of its name.`);
  return {
    dataset: words[0],
    workspace: values.workspace ?? null,
    task:
      values.task === undefined ? null : oneOf(FAMILIES, values.task, `There is no task "${values.task}"; there are:`),
    output,
    ...file,
    gzip,
    disagreement: wordOf("disagreement", DISAGREEMENTS, values.disagreement ?? "leave_out"),
    guard: !values["no-guard"],
    question: values.question ?? null,
    pseudonyms: values.pseudonyms ?? false,
    force: values.force ?? false,
    parts: partsOf(values.with ?? [], values.without ?? []),
    query: values.query === undefined ? null : queryOf(values.query),
    snapshot: values.snapshot ?? null,
  };
}

/** Matches the last part of a path: `.hidden` is a name without an extension. */
const ENDINGS = /(?:[^/\\.]\.(?<ending>[^/\\.]+?))??(?<zipped>\.gz)?$/i;

/** What the ends of names say about the file in them. */
const FORMATS: { readonly [ending: string]: string } = {
  ...{ jsonl: "jsonl", ndjson: "jsonl", csv: "csv", parquet: "parquet" },
  ...{ conll: "conll", bio: "conll", iob: "conll", zip: "zip" },
};

type Named = { readonly shape: ExportShape; readonly ending: string | undefined; readonly given: string | undefined };

/** The format as the option says, or else the name of the file. */
function formatOf(file: string, { shape, ending, given }: Named): ExportFormat {
  if (!hasFormats(shape)) {
    const wanted = fileEnding({ shape, format: "jsonl" });
    if (given === undefined && (ending === undefined || FORMATS[ending.toLowerCase()] === wanted)) return "jsonl";
    throw new StartFailure(
      `The shape ${shape} is a format itself: leave --format out, and end the name in .${wanted}.`,
    );
  }
  if (given !== undefined) return wordOf("format", EXPORT_FORMATS, given);
  const named = FORMATS[(ending ?? "jsonl").toLowerCase()];
  const format = EXPORT_FORMATS.find((one) => one === named);
  if (format) return format;
  throw new StartFailure(
    `${file}: no format has names that end in .${ending}; there are .jsonl, .csv and .parquet. Say with --format which of them it is to be all the same.`,
  );
}

/** `word`, if it is one of the words that an option takes. */
export const wordOf = <Word extends string>(option: string, words: readonly Word[], word: string): Word =>
  oneOf(words, word, `"${word}" is no ${option}; there are`);

function queryOf(text: string): string {
  if (text.trim() === "") throw new StartFailure("--query is empty: say what to search for, or leave it out.");
  const fault = textFault(text, MOST_TEXT);
  if (!fault) return text;
  throw new StartFailure(`--query has ${fault.found} ${fault.of}; it has at most ${fault.most}.`);
}

/** All parts except vectors, which make up most of a file. */
function partsOf(moreWords: readonly string[], fewerWords: readonly string[]): readonly Part[] {
  const [more, fewer] = [moreWords.map(partOf), fewerWords.map(partOf)];
  return PARTS.filter((part) => (part !== "vectors" || more.includes(part)) && !fewer.includes(part));
}

function partOf(word: string): Part {
  const part = PARTS.find((one) => one === word) ?? TASK_WORDS[word];
  if (part) return part;
  throw new StartFailure(
    `"${word}" is no part of a record; there are ${[...PARTS, ...Object.keys(TASK_WORDS)].join(", ")}.`,
  );
}

/** `postil export DATASET`: writes the complete file, or nothing. */
export const runExport: Command = async (args, around) => {
  const options = readExportOptions(args);
  return withServer(around, (server) => exportFrom(server, options, around));
};

async function exportFrom(server: RunningServer, options: ExportOptions, around: Surroundings): Promise<number> {
  const dataset = await findDataset(server.call, options.dataset, options);
  const snapshot = options.snapshot === null ? null : await findSnapshot(server.call, dataset, options.snapshot);
  const output = await openOutput(options.output, options.force, around);
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  process.once("SIGINT", giveUp).once("SIGTERM", giveUp);
  const begun = performance.now();
  try {
    const opened = await afterAWhile(
      openExport(server, dataset, { ...options, snapshotId: snapshot?.id ?? null }, stop.signal),
      () => around.complain(WAITS),
    );
    const over = await write(server, opened, output, stop.signal);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    // If the file goes to standard output, messages go to the other stream.
    const say = options.output === "-" ? around.complain : around.print;
    const whence = snapshot === null ? "" : ` as of snapshot "${snapshot.name}"`;
    say(`Exported ${amountOf(options, over)} of "${dataset.name}"${whence} in ${seconds} s.`);
    for (const { reason, records } of over.left_out)
      say(`  left out: ${counted(records, "record")}: ${LEFT_OUT_WORDS[reason]}`);
    if (over.guarded > 0)
      say(
        `  ${counted(over.guarded, "cell has", "cells have")} an apostrophe where a spreadsheet would run a formula; --no-guard writes none`,
      );
    if (snapshot?.taken && options.output !== "-" && !namesSnapshot(options)) {
      const file = `${options.output}.snapshot.json`;
      const { hash, bytes, ...plain } = snapshot.taken;
      const named = { dataset: dataset.name, name: snapshot.name, ...(options.pseudonyms ? plain : snapshot.taken) };
      await writeFile(file, `${JSON.stringify(named, null, 2)}\n`);
      say(`  ${file} names the snapshot, because a file of this form cannot`);
    }
    return 0;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    around.complain(`Given up; ${leftBy(output)}.`);
    return 130;
  } finally {
    process.removeListener("SIGINT", giveUp).removeListener("SIGTERM", giveUp);
  }
}

/** True if the file itself has a place for the name of its snapshot. */
const namesSnapshot = ({ shape, format }: ExportOptions): boolean =>
  shape === "full" || shape === "hf" || fileEnding({ shape, format }) === "parquet";

/** The rows of a full export are its records. */
function amountOf({ shape }: ExportOptions, { rows, records }: { readonly rows: number; readonly records: number }) {
  const all = counted(records, "record");
  if (shape === "full") return all;
  // A row of tokens is too little to be counted.
  return `${shape === "conll" ? counted(rows, "record") : counted(rows, "row")} from ${all}`;
}

function openExport(
  server: RunningServer,
  dataset: FoundDataset,
  {
    shape,
    format,
    gzip,
    disagreement,
    guard,
    question,
    pseudonyms,
    parts,
    query,
    snapshotId,
  }: ExportOptions & { readonly snapshotId: string | null },
  signal: AbortSignal,
): Promise<Opened> {
  const file = { shape, format, gzip, disagreement, guard, question, pseudonyms, with: [...parts] };
  if (snapshotId !== null)
    return server.open("exportSnapshot", { params: { snapshot_id: snapshotId }, body: file }, signal);
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
  const bar = await followProgress(ask);
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
async function followProgress(ask: () => Promise<{ readonly records: number; readonly total: number }>) {
  if (!process.stderr.isTTY) return { stop: () => {} };
  const bar = progressBar((await ask()).total);
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

/** A dataset of either family, with the identifiers that its API calls use. */
export type FoundDataset =
  | { readonly family: "feedback"; readonly id: string; readonly name: string; readonly task: string }
  | { readonly family: "task"; readonly workspace: string; readonly name: string; readonly task: string };

/** The id that calls of both families take. */
export const idOfDataset = (dataset: FoundDataset): string =>
  dataset.family === "feedback" ? dataset.id : `${dataset.workspace}.${dataset.name}`;

export async function findSnapshot(call: Call, dataset: FoundDataset, name: string) {
  const { items } = await call("listSnapshots", { query: { dataset_id: idOfDataset(dataset) } });
  const found = items.find((one) => one.name === name);
  if (found) return found;
  const names = items.length === 0 ? "it has none" : `it has: ${items.map((one) => one.name).join(", ")}`;
  throw new StartFailure(`The dataset "${dataset.name}" has no snapshot "${name}"; ${names}.`);
}

/** Finds a dataset by name. Each workspace can have the name once in each family. */
export async function findDataset(
  call: Call,
  name: string,
  { workspace: workspaceName, task }: { readonly workspace: string | null; readonly task: string | null },
): Promise<FoundDataset> {
  const workspace = workspaceName === null ? null : await findWorkspace(call, workspaceName);
  const named = (await datasetsOf(call, workspace)).filter((dataset) => dataset.name === name);
  const [found, ...others] = task === null ? named : named.filter((dataset) => dataset.task === task);
  const place = workspace === null ? "" : ` in workspace "${workspace.name}"`;
  if (!found) throw new StartFailure(`There is no ${task === null ? "" : `${task} `}dataset "${name}"${place}.`);
  if (others.length === 0) return found;
  const tasks = new Set([found, ...others].map((one) => one.task));
  if (tasks.size === 1)
    throw new StartFailure(`${others.length + 1} workspaces have a dataset "${name}"; say which with --workspace.`);
  throw new StartFailure(
    `There are ${others.length + 1} datasets "${name}"${place}, of the tasks ${[...tasks].join(", ")}; say which with --task${workspace === null ? " or --workspace" : ""}.`,
  );
}

async function datasetsOf(
  call: Call,
  workspace: { readonly id: string; readonly name: string } | null,
): Promise<readonly FoundDataset[]> {
  const { items } = await call("listMyDatasets", workspace === null ? {} : { query: { workspace_id: workspace.id } });
  const tasks = await call("listTaskDatasetsV0", workspace === null ? {} : { query: { workspace: workspace.name } });
  return [
    ...items.map(({ id, name }) => ({ family: "feedback" as const, id, name, task: FEEDBACK_TASK })),
    ...tasks.map(({ name, task, workspace: of }) => ({ family: "task" as const, workspace: of ?? "", name, task })),
  ];
}
