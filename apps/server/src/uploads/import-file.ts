import type { Call } from "../client/api-client.ts";
import { fillDataset } from "../client/fill.ts";
import { partsOfPlan } from "../import/add-plan.ts";
import { judgeRows, recordsLeftIn, type Verdict } from "../import/check-rows.ts";
import { withLaterMetadata } from "../import/exported/exported-record.ts";
import type { ImportPlan } from "../import/plan.ts";
import { idsInWorkspace } from "../import/responses.ts";
import { StartFailure } from "../start-failure.ts";
import { planOf, type ReadFile } from "./file-reader.ts";
import type { ImportTarget, Progress, Wish } from "./messages.ts";
import { createRefusedRows } from "./refused-rows.ts";

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
  const { wish, target, call } = importing;
  const plan = planOf(read, wish);
  const [doubt] = plan.asked;
  if (doubt !== undefined) throw new StartFailure(doubt);
  const { verdicts, found } = judgeRows(read.source, plan);
  const { progress, isRefused } = await checkRowsOf(read, verdicts, importing);
  const { users, misfits, merging } = found();
  importing.tell(progress);
  refuseNothing(progress);
  const tell = throttled(importing.tell);
  const ids = await userIds(call, users, plan, target);
  const dataset = { ...withLaterMetadata(plan.dataset, misfits), columns: plan.exported ? null : partsOfPlan(plan) };
  const { records } = await fillDataset(call, dataset, recordsLeftIn(read.source, plan, isRefused, merging), {
    home: null,
    importId: target.importId,
    workspaceId: target.workspaceId,
    users: ids,
    onProgress: (stored) => tell({ ...progress, stored }),
  });
  importing.tell({ ...progress, stored: records });
}

/** Nothing would be made of the file. */
export function refuseNothing({ total, refused }: Progress): void {
  if (total !== 0) return;
  throw new StartFailure(
    refused > 0 ? "Every row of the file is refused; nothing was imported." : "The file holds no records.",
  );
}

/** Reads every row as a record, and writes nothing but the table of those that are refused. */
export async function checkRowsOf<R>(
  { names }: Pick<ReadFile, "names">,
  verdicts: AsyncIterable<Verdict<R>>,
  { refused, tell }: Pick<Importing, "refused" | "tell">,
) {
  const rows = createRefusedRows(refused, names);
  const told = throttled(tell);
  let [read, good, merged] = [0, 0, 0];
  const progress = (state: Progress["state"], total: number | null): Progress => ({
    state,
    read,
    total,
    stored: 0,
    refused: rows.count(),
    merged,
    refusedRows: rows.shown(),
    refusedAlike: rows.alike(),
    tableBytes: rows.bytes(),
  });
  try {
    for await (const verdict of verdicts) {
      read++;
      const { index, fault, cell, isSilent, isMerged } = verdict;
      if (fault) rows.add({ index, fault, cell, read: verdict.read });
      else if (isMerged) merged++;
      else if (!isSilent) good++;
      told(() => progress("checking", null));
    }
  } finally {
    rows.close();
  }
  return { progress: progress("storing", good), isRefused: rows.has };
}

/** Tells at intervals only. A function is called only if it is told. */
export function throttled(tell: (progress: Progress) => void): (progress: Progress | (() => Progress)) => void {
  let next = 0;
  return (progress) => {
    const now = performance.now();
    if (now < next) return;
    next = now + TOLD_EVERY;
    tell(typeof progress === "function" ? progress() : progress);
  };
}

/** The ids of the people whose answers the file holds: of an export of everybody, else of the people of the workspace. */
async function userIds(
  call: Call,
  names: ReadonlySet<string>,
  plan: ImportPlan,
  target: ImportTarget,
): Promise<ReadonlyMap<string, string>> {
  if (names.size === 0) return new Map();
  if (!plan.exported) return idsInWorkspace(call, plan, names, target.workspaceId, target.sender);
  const { items, ask } = await call("listPeople", {});
  const ids = new Map(items.map(({ username, id }) => [username, id]));
  const missing = [...names].filter((name) => !ids.has(name));
  if (missing.length === 0) return ids;
  // Only an admin is told whom to ask (IMP-28).
  throw new StartFailure(
    ask === null
      ? `The file holds answers of people who are not here: ${missing.join(", ")}. Create their accounts first, or export without answers.`
      : `The file holds answers of people who are in none of your workspaces: ${missing.join(", ")}. An admin can bring back answers of the people of their workspaces alone, and owners are in none. Ask ${ask}, an owner, to import the file, or export it without answers.`,
  );
}
