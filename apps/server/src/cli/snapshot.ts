import { parseArgs } from "node:util";
import type { WireSnapshot } from "@postil/contract/datasets/snapshots";
import { shortHash } from "@postil/domain/datasets/snapshot";
import { counted } from "../import/row.ts";
import { verifyFile } from "../snapshots/verify.ts";
import { StartFailure } from "../start-failure.ts";
import { type Command, optionsOf, readArguments, type SubCommand, table } from "./command.ts";
import { findDataset, findSnapshot, idOfDataset, runExport } from "./run-export.ts";
import { printFromServer } from "./with-server.ts";

export const SNAPSHOT_USAGE = `postil snapshot DATASET --name NAME    keeps a dataset as it is now
postil snapshot list DATASET
postil snapshot export DATASET NAME --output FILE [options]
                                   as it was; with the options of postil export
postil snapshot compare DATASET NAME [OTHER]
                                   answers added, changed and gone until OTHER; default: until now
postil snapshot delete DATASET NAME    for good
postil snapshot verify FILE [--hash HASH]
                                   compares a full export of a snapshot (JSON Lines) with what it says, or with HASH
  --workspace NAME                 where several have a dataset of that name
  --task TASK                      where datasets of several kinds have that name`;

const WHERE = "workspace= task=";
type Where = { readonly workspace?: string | undefined; readonly task?: string | undefined };
const where = ({ workspace, task }: Where) => ({ workspace: workspace ?? null, task: task ?? null });

/** How often a command asks whether the snapshot is whole: soon at first, and at most once a second. */
const ASKED_MS = { first: 20, most: 1000 } as const;

const take: SubCommand = async (args, around, usage) => {
  const { values, words } = readArguments(args, `${WHERE} name=` as const, ["DATASET"], usage);
  const { name } = values;
  if (!name) throw new StartFailure(`Say with --name what it is to be called.\n\n${usage}`);
  return printFromServer(around, async ({ call }) => {
    const dataset = await findDataset(call, words[0], where(values));
    const body = { dataset_id: idOfDataset(dataset), name };
    const { id } = await call("takeSnapshot", { body });
    for (let wait: number = ASKED_MS.first; ; wait = Math.min(ASKED_MS.most, 2 * wait)) {
      const { items } = await call("listSnapshots", { query: { dataset_id: body.dataset_id } });
      const found = items.find((one) => one.id === id);
      if (!found) throw new StartFailure(`The snapshot "${name}" was deleted before it was taken.`);
      if (found.error !== null) throw new StartFailure(`The snapshot "${name}" was not taken: ${found.error}`);
      if (found.taken) return `Took ${sentenceOf(found)} of "${dataset.name}".`;
      await new Promise((done) => setTimeout(done, wait));
    }
  });
};

const sentenceOf = ({ name, taken }: WireSnapshot): string =>
  `snapshot "${name}" (${taken?.records} records, ${taken?.answers} answers, hash ${taken?.hash})`;

const list: SubCommand = async (args, around, usage) => {
  const { values, words } = readArguments(args, WHERE, ["DATASET"], usage);
  return printFromServer(around, async ({ call }) => {
    const dataset = await findDataset(call, words[0], where(values));
    const { items } = await call("listSnapshots", { query: { dataset_id: idOfDataset(dataset) } });
    const rows = items.map(({ name, by, taken, error }) =>
      taken
        ? [
            name,
            taken.taken_at.slice(0, 19),
            by ?? "-",
            String(taken.records),
            String(taken.answers),
            shortHash(taken.hash),
          ]
        : [name, error === null ? "being taken" : "failed", by ?? "-", "", "", error ?? ""],
    );
    return table([["name", "taken at (UTC)", "by", "records", "answers", "hash"], ...rows]);
  });
};

const remove: SubCommand = async (args, around, usage) => {
  const { values, words } = readArguments(args, WHERE, ["DATASET", "NAME"], usage);
  return printFromServer(around, async ({ call }) => {
    const dataset = await findDataset(call, words[0], where(values));
    const { id, name } = await findSnapshot(call, dataset, words[1]);
    await call("deleteSnapshot", { params: { snapshot_id: id } });
    return `Deleted snapshot "${name}" of "${dataset.name}" for good.`;
  });
};

/** With everything, so that the file can be verified; other shapes have no vectors. */
const exported: SubCommand = async ([dataset, name, ...rest], around, usage) => {
  if (dataset === undefined || name === undefined || dataset.startsWith("-") || name.startsWith("-"))
    throw new StartFailure(`Expected DATASET NAME here.\n\n${usage}`);
  return runExport([dataset, "--snapshot", name, "--with", "vectors", ...rest], around);
};

const verify: SubCommand = async (args, around, usage) => {
  const { values, words } = readArguments(args, "hash=", ["FILE"], usage);
  const { seal, dataset, counts, faults } = await verifyFile(words[0], values.hash?.trim().toLowerCase() ?? null);
  const what = `snapshot "${seal.name}" of "${dataset}", taken at ${seal.taken_at} UTC`;
  if (faults.length === 0) {
    around.print(
      `${words[0]} is ${what}: ${counted(counts.records, "record")}, ${counted(counts.answers, "answer")}, hash ${seal.hash}.`,
    );
    return 0;
  }
  around.complain([`${words[0]} is not what it says, ${what}:`, ...faults.map((fault) => `  ${fault}`)].join("\n"));
  return 1;
};

const ONE = ["DATASET", "NAME"] as const;
const OTHER = [...ONE, "OTHER"] as const;

const compare: SubCommand = async (args, around, usage) => {
  // The other snapshot may be left out.
  const { positionals } = parseArgs({
    args: [...args],
    options: optionsOf(WHERE),
    allowPositionals: true,
    strict: false,
  });
  const { values, words } = readArguments(args, WHERE, positionals.length > ONE.length ? OTHER : ONE, usage);
  return printFromServer(around, async ({ call }) => {
    const dataset = await findDataset(call, words[0], where(values));
    const { id } = await findSnapshot(call, dataset, words[1]);
    const other = words[2] === undefined ? null : await findSnapshot(call, dataset, words[2]);
    const query = other === null ? {} : { with: other.id };
    const { records, questions, differing } = await call("compareSnapshots", { params: { snapshot_id: id }, query });
    const rows = questions.flatMap(({ name, labels, changed, ...all }) => [
      rowOf([name, ""], all, changed),
      ...labels.map((one) => rowOf(["", one.label], one, one.changed_to - one.changed_from)),
    ]);
    return [
      `${records.before} records before, ${records.after} after: ${records.added} added, ${records.gone} gone; ${differing} with other answers.`,
      ...table([["question", "label", "before", "added", "changed", "gone", "after"], ...rows]),
    ];
  });
};

type Counted = { readonly before: number; readonly after: number; readonly added: number; readonly gone: number };
const rowOf = (names: readonly string[], { before, after, added, gone }: Counted, changed: number): string[] => [
  ...names,
  ...[before, added, changed, gone, after].map(String),
];

const COMMANDS: { readonly [word: string]: SubCommand } = {
  take,
  list,
  export: exported,
  compare,
  delete: remove,
  verify,
};

/** The first word may be the name of a dataset; `take` stands before one that is called like a command. */
export const snapshot: Command = async ([word = "", ...args], around) => {
  if (word === "") throw new StartFailure(SNAPSHOT_USAGE);
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  return command ? command(args, around, SNAPSHOT_USAGE) : take([word, ...args], around, SNAPSHOT_USAGE);
};
