import type { Task } from "@postil/domain/datasets/dataset";
import type { Call } from "../client/api-client.ts";
import { type DatasetPlan, fillDataset, fillTaskDataset } from "../client/fill.ts";
import { partsOfPlan } from "../import/add-plan.ts";
import { goodRecords, judgeRows, type Verdict } from "../import/check-rows.ts";
import { withLaterMetadata } from "../import/exported/exported-record.ts";
import { labelDoubts } from "../import/labels.ts";
import type { ImportPlan } from "../import/plan.ts";
import { idsInWorkspace, idsOfPeople, isResponse } from "../import/responses.ts";
import { rejoin } from "../import/row.ts";
import { goodTaskRecords, judgeTaskRows } from "../import/tasks/check-task-rows.ts";
import { rememberedRoles } from "../import/tasks/task-columns.ts";
import { StartFailure } from "../start-failure.ts";
import { planOf, type ReadFile, taskPlanOf } from "./file-reader.ts";
import type { ImportTarget, Progress, Wish } from "./messages.ts";
import { createRefusedRows } from "./refused-rows.ts";
import { sortedLabels } from "./task-understanding.ts";

/** How often the progress is told, ms. */
const TOLD_EVERY = 200;

export type Importing = {
  readonly wish: Wish;
  readonly target: ImportTarget;
  /** The file for the rows that are refused. */
  readonly refused: string;
  readonly call: Call;
  readonly tell: (progress: Progress) => void;
};

/** Makes the dataset, and leaves out the rows that are bad. */
export async function importFile(read: ReadFile, importing: Importing): Promise<void> {
  const plan = planOf(read, importing.wish);
  const [doubt] = plan.asked;
  if (doubt !== undefined) throw new StartFailure(doubt);
  await (isKnownBefore(plan) ? checkAndStore : checkThenStore)(read, plan, importing);
}

/**
 * Whether each row says alone what becomes of it. Who answered has to be known before the dataset is made, and rows of one
 * record and the values of an export may stand anywhere in the file.
 */
const isKnownBefore = ({ exported, merge, roles }: ImportPlan): boolean =>
  !exported && !merge && !roles.some(({ role }) => isResponse(role));

/** Reads the file once: rows are checked here while the server stores those before them. */
async function checkAndStore(read: ReadFile, plan: ImportPlan, importing: Importing): Promise<void> {
  const tally = createTally(read, importing);
  const tell = throttled(importing.tell);
  let stored = 0;
  const now = (): Progress => tally.progress({ state: "storing", total: plan.read - tally.refused(), stored });
  async function* soundRecords() {
    for await (const verdict of judgeRows(read.source, plan).verdicts) {
      if (tally.note(verdict) && verdict.record !== null) yield verdict.record;
      tell(now);
    }
    // Whoever stops the import too late is told how many records there are.
    importing.tell(now());
  }
  const records = soundRecords();
  try {
    const first = await records.next();
    if (!first.done)
      await fillDataset(importing.call, datasetOf(plan), rejoin(first.value, records), {
        ...{ home: null, importId: importing.target.importId, workspaceId: importing.target.workspaceId },
        onProgress: (count) => {
          stored = count;
          tell(now);
        },
      });
  } finally {
    await records.return();
    tally.close();
  }
  const end = now();
  importing.tell(end);
  refuseNothing(end);
}

async function checkThenStore(read: ReadFile, plan: ImportPlan, importing: Importing): Promise<void> {
  const { target, call } = importing;
  const { verdicts, found } = judgeRows(read.source, plan);
  const { progress, isRefused } = await checkRowsOf(read, verdicts, importing);
  const { users, misfits, merging } = found();
  importing.tell(progress);
  refuseNothing(progress);
  const tell = throttled(importing.tell);
  const ids = plan.exported
    ? await idsOfPeople(call, users)
    : await idsInWorkspace(call, plan, users, target.workspaceId, target.sender);
  const dataset = withLaterMetadata(datasetOf(plan), misfits);
  const { records } = await fillDataset(call, dataset, goodRecords(read.source, plan, isRefused, merging), {
    home: null,
    importId: target.importId,
    workspaceId: target.workspaceId,
    users: ids,
    onProgress: (stored) => tell({ ...progress, stored }),
  });
  importing.tell({ ...progress, stored: records });
}

const datasetOf = (plan: ImportPlan): DatasetPlan => ({
  ...plan.dataset,
  columns: plan.exported ? null : partsOfPlan(plan),
});

/** Nothing would be made of the file. */
function refuseNothing({ total, refused }: Progress): void {
  if (total !== 0) return;
  throw new StartFailure(
    refused > 0 ? "Every row of the file is refused; nothing was imported." : "The file holds no records.",
  );
}

/** Reads every row as a record, and writes nothing but the table of those that are refused. */
async function checkRowsOf<R>(
  read: Pick<ReadFile, "names" | "source">,
  verdicts: AsyncIterable<Verdict<R>>,
  importing: Pick<Importing, "refused" | "tell">,
) {
  const tally = createTally(read, importing);
  const told = throttled(importing.tell);
  let good = 0;
  try {
    for await (const verdict of verdicts) {
      if (tally.note(verdict)) good++;
      told(() => tally.progress({ state: "checking", total: null, stored: 0 }));
    }
  } finally {
    tally.close();
  }
  return { progress: tally.progress({ state: "storing", total: good, stored: 0 }), isRefused: tally.isRefused };
}

/** Counts rows by what becomes of them, and keeps the table of those that are refused. */
function createTally({ names, source }: Pick<ReadFile, "names" | "source">, { refused }: Pick<Importing, "refused">) {
  const rows = createRefusedRows(refused, names, source.numbers());
  let [read, merged] = [0, 0];
  return {
    /** Whether a record of its own becomes of the row. */
    note: <R>({ index, fault, cell, isSilent, isMerged, read: row }: Verdict<R>): boolean => {
      read++;
      if (fault) rows.add({ index, fault, cell, read: row });
      else if (isMerged) merged++;
      else return !isSilent;
      return false;
    },
    refused: rows.count,
    progress: (now: Pick<Progress, "state" | "total" | "stored">): Progress => ({
      ...now,
      read,
      refused: rows.count(),
      merged,
      numbers: source.numbers(),
      refusedRows: rows.shown(),
      refusedAlike: rows.alike(),
      tableBytes: rows.bytes(),
    }),
    isRefused: rows.has,
    close: rows.close,
  };
}

/** Tells at intervals only. A function is called only if it is told. */
function throttled(tell: (progress: Progress) => void): (progress: Progress | (() => Progress)) => void {
  let next = 0;
  return (progress) => {
    const now = performance.now();
    if (now < next) return;
    next = now + TOLD_EVERY;
    tell(typeof progress === "function" ? progress() : progress);
  };
}

/** Makes the dataset of a task, and leaves out the rows that are bad. */
export async function importTaskFile(read: ReadFile, task: Task, importing: Importing): Promise<void> {
  const { wish, target, call } = importing;
  const { dataset, wishes, roles } = taskPlanOf(read, wish, task);
  const { verdicts, found } = judgeTaskRows(read.source, wishes);
  const { progress, isRefused } = await checkRowsOf(read, verdicts, importing);
  const isAsked = !(wishes.isExport || wish.as_written || task === "Text2Text");
  const [doubt] = isAsked ? labelDoubts("The file", found.labels, wish.reading?.missing ?? null) : [];
  if (doubt !== undefined) throw new StartFailure(doubt);
  importing.tell(progress);
  refuseNothing(progress);
  const labels = [...new Set([...sortedLabels(found.labels.keys()), ...(wish.task?.labels ?? [])])];
  const settings =
    wishes.isExport || task === "Text2Text" || labels.length === 0
      ? dataset.settings
      : { label_schema: { labels: labels.map((name) => ({ id: name, name })) } };
  const tell = throttled(importing.tell);
  const plan = {
    ...{ ...dataset, workspace: target.workspace, columns: roles.size > 0 ? rememberedRoles(roles) : null },
    ...(settings === undefined ? {} : { settings }),
  };
  const stored = await fillTaskDataset(call, plan, goodTaskRecords(read.source, wishes, isRefused), {
    home: null,
    importId: target.importId,
    onProgress: (count) => tell({ ...progress, stored: count }),
  });
  importing.tell({ ...progress, stored });
}
