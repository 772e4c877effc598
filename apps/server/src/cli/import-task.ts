import type { Task } from "@postil/domain/datasets/dataset-links";
import type { Call } from "../client/api-client.ts";
import { fillTaskDataset } from "../client/fill.ts";
import { GivenUp, takeBackUnfinished } from "../client/unfinished.ts";
import { FIRST_WORKSPACE } from "../home.ts";
import { labelDoubts } from "../import/alike.ts";
import { countedWords } from "../import/describe-plan.ts";
import { planExportedTask, type TaskPlan } from "../import/exported/plan-exported-task.ts";
import type { TaskDefinition } from "../import/exported/task-definition.ts";
import type { Source } from "../import/source.ts";
import { type CheckedTaskRows, findBadTaskLines, goodTaskRecords } from "../import/tasks/check-task-rows.ts";
import { describeTaskFile, lookAtTaskRows, taskDatasetNameOf } from "../import/tasks/look-at-task-rows.ts";
import { StartFailure } from "../start-failure.ts";
import { chooseWorkspace, isTriedAlone, seenAt } from "./choose-target.ts";
import type { RunningServer, Surroundings } from "./command.ts";
import type { ImportOptions } from "./import-options.ts";
import { isRefused, listenForInterruption, progressBar, tellTally } from "./import-progress.ts";
import { withServer } from "./with-server.ts";

/**
 * `postil import FILE --task TASK`, also for the export of a task dataset: imports all rows of a file into a task dataset, or
 * nothing.
 */
export async function importTask(
  { source, exported, task }: TaskSource,
  options: ImportOptions,
  around: Surroundings,
): Promise<number> {
  const understand = async (): Promise<Ready> => {
    if (!exported) return understandTaskFile(source, task, options);
    const understood = planExportedTask(exported, options);
    return { options, source, ...understood, ...(await findBadTaskLines(source, understood.wishes)) };
  };
  if (!isTriedAlone(options, around))
    return withServer(around, (server, ready) => importInto(server, ready, around), understand);
  const ready = await understand();
  describe(ready, FIRST_WORKSPACE, around);
  return isRefused(doubtsOf(ready), ready.bad, options, around) ? 1 : 0;
}

type TaskSource = { readonly source: Source; readonly task: Task; readonly exported: TaskDefinition | null };

type Ready = CheckedTaskRows &
  TaskPlan & {
    readonly options: ImportOptions;
    readonly source: Source;
  };

/** Plans the import of a file that is not an export, and finds its bad lines. */
export async function understandTaskFile(source: Source, task: Task, options: ImportOptions): Promise<Ready> {
  const ignored = new Set(options.ignored);
  const file = await lookAtTaskRows(source, task, ignored, options.answers);
  const { multiLabel, numbers, plain, answers } = file;
  const wishes = { task, agent: options.agent ?? "import", ignored, multiLabel, numbers, plain, answers };
  return {
    options,
    source,
    dataset: { name: options.dataset ?? taskDatasetNameOf(source.stem), task },
    wishes,
    read: file.rows,
    words: (target) => describeTaskFile(file, { task, ...target }),
    ...(await findBadTaskLines(source, wishes)),
  };
}

function describe(ready: Ready, workspace: string, around: Surroundings): void {
  for (const line of describeTask(ready, workspace)) around.print(line);
}

/** Describes the plan, line by line. */
export function describeTask(ready: Ready, workspace: string): string[] {
  const { dataset, source, labels, cut } = ready;
  const rows = ready.good + ready.bad.length;
  const sorted = [...labels.keys()].toSorted((a, b) => a.localeCompare(b, "en"));
  return [
    ...ready.words({ name: dataset.name, workspace, rows, read: source.words() }),
    ...(sorted.length > 0 ? [countedWords("  labels", sorted, labels)] : []),
    ...(ready.wishes.isExport ? [] : [...cut].map(cutWords)),
  ];
}

function cutWords([key, count]: readonly [string, number]): string {
  const [are, have] = count === 1 ? ["value is", "it has"] : ["values are", "they have"];
  return `  metadata "${key}": ${count.toLocaleString("en")} ${are} cut, for ${have} more than 128 characters, of which the last 128 are kept; --ignore leaves a column out`;
}

/** Doubts that only the user can settle. */
export const doubtsOf = ({ labels, options, wishes, dataset }: Ready): readonly string[] =>
  wishes.isExport || options.asWritten || dataset.task === "Text2Text"
    ? []
    : labelDoubts("The file", labels, options.missing);

async function importInto(server: RunningServer, ready: Ready, around: Surroundings): Promise<number> {
  const { call, home } = server;
  const { options, source, wishes, dataset, bad, good, silent } = ready;
  const workspace = await chooseWorkspace(call, options.workspace);
  describe(ready, workspace.name, around);
  if (isRefused(doubtsOf(ready), bad, options, around)) return 1;
  if (good === 0 && bad.length > 0) throw new StartFailure("Every line is bad; nothing was imported.");
  if (!options.dryRun) await takeBackUnfinished(home, call);
  await refuseTakenTaskName(call, workspace.name, dataset.name);
  if (options.dryRun) return 0;

  const begun = performance.now();
  const bar = progressBar(good);
  const interruption = listenForInterruption();
  try {
    const plan = { ...dataset, workspace: workspace.name };
    const records = await fillTaskDataset(call, plan, goodTaskRecords(source, wishes, bad), {
      home,
      onProgress: (stored) => bar.update(stored),
      givenUp: interruption.came,
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const where = seenAt(server, "/datasets");
    around.print(
      `Imported ${records.toLocaleString("en")} ${records === 1 ? "record" : "records"} in ${seconds} s. ${where}`,
    );
    const read = ready.read ?? good + bad.length + silent;
    const stored = await countTaskRecords(call, dataset, workspace.name);
    return tellTally({ read, stored, refused: bad.length, silent }, around) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    around.complain(error.message);
    return 130;
  } finally {
    bar.stop();
    interruption.stop();
  }
}

/** The number of records that the server counts. */
async function countTaskRecords(
  call: Call,
  { name, task }: Pick<TaskPlan["dataset"], "name" | "task">,
  workspace: string,
): Promise<number> {
  const { total } = await call("searchTaskRecordsV0", {
    params: { name, task },
    query: { workspace, limit: 0, from: 0 },
    body: {},
  });
  return total;
}

async function refuseTakenTaskName(call: Call, workspace: string, name: string): Promise<void> {
  const there = await call("listTaskDatasetsV0", { query: { workspace } });
  if (!there.some((dataset) => dataset.name === name)) return;
  const advice = "give this one another name with --dataset";
  throw new StartFailure(`Workspace "${workspace}" has a task dataset "${name}" already; ${advice}.`);
}
