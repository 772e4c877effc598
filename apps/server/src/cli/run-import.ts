import type { Call } from "../client/api-client.ts";
import { type Filling, fillDataset, fillTaskDataset } from "../client/fill.ts";
import { takeBackUnfinished } from "../client/unfinished.ts";
import { FIRST_WORKSPACE, isNewHome } from "../home.ts";
import { partsOfPlan } from "../import/add-plan.ts";
import { type CheckedRows, findBadLines, goodRecords } from "../import/check-rows.ts";
import { lookAtColumns } from "../import/columns.ts";
import { type Definition, isOfTask, readDefinition, type TaskDefinition } from "../import/exported/definition.ts";
import { orphanWords, withLaterMetadata, wordsOfMisfit } from "../import/exported/exported-record.ts";
import { planExported, planExportedTask } from "../import/exported/plan-exported.ts";
import { inferPlan } from "../import/infer.ts";
import { describePlan } from "../import/plan.ts";
import { openSource } from "../import/read-rows.ts";
import { idsInWorkspace, idsOfPeople } from "../import/responses.ts";
import { counted, type RowNumbers, type Source } from "../import/row.ts";
import { goodTaskRecords } from "../import/tasks/check-task-rows.ts";
import { checkTaskPlan, describeTask, doubtsOf, understandTaskFile } from "../import/tasks/plan-task.ts";
import { StartFailure } from "../start-failure.ts";
import type { Command, RunningServer, Surroundings } from "./command.ts";
import { chooseWorkspace, refuseTakenName } from "./find.ts";
import { type ImportOptions, readImportOptions } from "./import-options.ts";
import { isRefused, progressBar, tellTally, untilGivenUp } from "./progress.ts";
import { addInto, addIntoTask } from "./run-add.ts";
import { seenAt, settingsOrFail, whereToSee, withServer } from "./with-server.ts";

/** `postil import FILE`: creates a dataset of either family with all rows of a file, or nothing. */
export const runImport: Command = async (args, around) => {
  const options = readImportOptions(args);
  const source = await openSource(options.file, options.reading);
  const mayBeExport = ["jsonl", "csv", "parquet"].includes(source.format);
  const exported = mayBeExport ? await readDefinition(source) : null;
  const { into } = options;
  if (into !== null && options.task !== null) {
    const added = { ...options, into, task: options.task };
    const file = { source, exported: isOfTask(exported) ? exported : null };
    return withServer(around, (server) => addIntoTask(server, file, added, around));
  }
  if (into !== null) {
    if (isOfTask(exported))
      throw new StartFailure(
        `${options.file} is an export of a dataset of the older family: say --task ${exported.task}.`,
      );
    const added = { ...options, into };
    return withServer(around, (server) => addInto(server, { source, exported }, added, around));
  }
  const understand = understanding(source, exported, options);
  if (!isTriedAlone(options, around))
    return withServer(around, (server, file) => importInto(server, file, options, around), understand);
  const file = await understand();
  for (const line of file.describe(FIRST_WORKSPACE)) around.print(line);
  return isRefused(file, options, around) ? 1 : 0;
};

type Workspace = { readonly id: string; readonly name: string };

/** A file that was read and checked, and its way into a dataset of its family. */
type CheckedFile = CheckedRows & {
  readonly numbers: RowNumbers;
  readonly read: number;
  /** Doubts that only the user can settle. */
  readonly asked: readonly string[];
  readonly unsaid?: readonly string[];
  readonly describe: (workspace: string) => readonly string[];
  readonly usersOf: (call: Call, workspace: Workspace) => Promise<ReadonlyMap<string, string>>;
  readonly refuseTaken: (call: Call, workspace: Workspace) => Promise<void>;
  readonly fill: (server: RunningServer, workspace: Workspace, filling: FillingByUsers) => Promise<Filled>;
};
type FillingByUsers = Filling & { readonly users: ReadonlyMap<string, string> };
type Filled = {
  /** What was imported, such as `3 records`. */
  readonly records: string;
  readonly where: string;
  /** Asks the server how many records it has. */
  readonly count: () => Promise<number>;
};

/** Chooses the family of the dataset. The rows are read only when the result is called. */
function understanding(
  source: Source,
  exported: Definition | TaskDefinition | null,
  options: ImportOptions,
): () => Promise<CheckedFile> {
  const { task } = options;
  if (isOfTask(exported)) {
    const plan = () => checkTaskPlan(source, planExportedTask(exported, options), options);
    return async () => intoTaskDataset(source, await plan());
  }
  if (task) return async () => intoTaskDataset(source, await understandTaskFile(source, task, options));
  return () => understandFeedback(source, exported, options);
}

async function understandFeedback(
  source: Source,
  exported: Definition | null,
  options: ImportOptions,
): Promise<CheckedFile> {
  const planned = exported ? planExported(exported, options) : inferPlan(await lookAtColumns(source), options, source);
  const { misfits, orphans, users, merging, ...checked } = await findBadLines(source, planned);
  if (options.people.size > 0 && planned.names.size === 0)
    throw new StartFailure("--person is about answers: --answer COLUMN says where they are, --by COLUMN whose.");
  const dataset = withLaterMetadata(planned.dataset, misfits);
  // The rows of an export are counted while they are read as records.
  const sum = checked.good + checked.bad.length + checked.merged;
  const [rows, read] = exported ? [sum, sum + checked.silent] : [planned.rows, planned.read];
  const plan = {
    ...planned,
    dataset,
    rows,
    notes: [...planned.notes, ...misfits.map(wordsOfMisfit), ...orphanWords(orphans)],
  };
  return {
    ...checked,
    numbers: source.numbers(),
    read,
    usersOf: async (call, { id }) =>
      exported || users.size === 0
        ? idsOfPeople(call, users, "Create their accounts first with `postil users create NAME`")
        : idsInWorkspace(call, plan, users, id, await call("getMe", {})),
    asked: plan.asked,
    unsaid: plan.unsaid,
    describe: (workspace) => describePlan(plan, workspace, source.words()),
    refuseTaken: (call, workspace) => refuseTakenName(call, workspace, dataset.name, OTHER_NAME),
    fill: async (server, { id: workspaceId }, filling) => {
      const records = goodRecords(source, plan, checked.isBad, merging);
      const columns = exported ? null : partsOfPlan(plan);
      const filled = await fillDataset(server.call, { ...dataset, columns }, records, { ...filling, workspaceId });
      const params = { dataset_id: filled.datasetId };
      return {
        records: counted(filled.records, "record"),
        where: whereToSee(server, filled.datasetId),
        count: async () => (await server.call("getMyDatasetMetrics", { params })).records.count,
      };
    },
  };
}

const OTHER_NAME = "give this one another name with --dataset";

function intoTaskDataset(source: Source, plan: Awaited<ReturnType<typeof understandTaskFile>>): CheckedFile {
  const { dataset, wishes, bad, isBad, good, silent } = plan;
  const { name, task } = dataset;
  return {
    merged: 0,
    numbers: source.numbers(),
    bad,
    isBad,
    good,
    silent,
    read: plan.read ?? good + bad.length + silent,
    usersOf: async () => new Map(),
    asked: doubtsOf(plan),
    describe: (workspace) => describeTask(plan, workspace),
    refuseTaken: async (call, { name: workspace }) => {
      const there = await call("listTaskDatasetsV0", { query: { workspace } });
      if (!there.some((other) => other.name === name)) return;
      throw new StartFailure(`Workspace "${workspace}" has a task dataset "${name}" already; ${OTHER_NAME}.`);
    },
    fill: async (server, { name: workspace }, filling) => {
      const records = goodTaskRecords(source, wishes, isBad);
      const stored = await fillTaskDataset(server.call, { ...dataset, workspace }, records, filling);
      const query = { workspace, limit: 0, from: 0 };
      return {
        records: counted(stored, "record"),
        where: seenAt(server, "/datasets"),
        count: async () =>
          (await server.call("searchTaskRecordsV0", { params: { name, task }, query, body: {} })).total,
      };
    },
  };
}

async function importInto(
  server: RunningServer,
  file: CheckedFile,
  options: ImportOptions,
  around: Surroundings,
): Promise<number> {
  const { call, home } = server;
  const { bad, good, silent, merged, read } = file;
  const workspace = await chooseWorkspace(call, options.workspace);
  for (const line of file.describe(workspace.name)) around.print(line);
  const isBad = isRefused(file, options, around);
  const isEmpty = good === 0 && bad.length > 0 ? `Every ${file.numbers} is bad; nothing was imported.` : null;
  if (options.dryRun) {
    const checks = [() => file.usersOf(call, workspace), () => file.refuseTaken(call, workspace)];
    const reasons = [...(isBad || isEmpty === null ? [] : [isEmpty]), ...(await reasonsOf(checks))];
    for (const reason of reasons) around.complain(reason);
    return isBad || reasons.length > 0 ? 1 : 0;
  }
  if (isBad) return 1;
  if (isEmpty !== null) throw new StartFailure(isEmpty);
  const users = await file.usersOf(call, workspace);
  await takeBackUnfinished(home, call);
  await file.refuseTaken(call, workspace);

  const begun = performance.now();
  const bar = progressBar(good);
  const onProgress = (stored: number) => bar.update(stored);
  const fill = async (givenUp: () => boolean) => {
    const filling = { home, users, onProgress, givenUp };
    const { records, where, count } = await file.fill(server, workspace, filling).finally(() => bar.stop());
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    around.print(`Imported ${records} in ${seconds} s. ${where}`);
    return tellTally({ read, stored: await count(), refused: bad.length, silent, merged }, around) ? 0 : 1;
  };
  return untilGivenUp(around, ({ message }) => [message], fill);
}

/** Why an import would be refused, by each of these checks. */
async function reasonsOf(checks: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const reasons: string[] = [];
  for (const check of checks) {
    const failure = await check().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure instanceof StartFailure) reasons.push(failure.message);
    else if (failure !== null) throw failure;
  }
  return reasons;
}

/**
 * True for a dry run without a home: a server would create the home, so only the file is checked. Fails if the first start
 * would not create the named workspace.
 */
function isTriedAlone({ dryRun, workspace }: ImportOptions, around: Surroundings): boolean {
  if (!dryRun) return false;
  const { home, databaseUrl } = settingsOrFail(around);
  if (databaseUrl !== null || !isNewHome(home)) return false;
  if (workspace !== null && workspace !== FIRST_WORKSPACE)
    throw new StartFailure(
      `There is no workspace "${workspace}"; ${home} is a new home, which begins with "${FIRST_WORKSPACE}".`,
    );
  return true;
}
