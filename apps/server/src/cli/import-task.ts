import type { Task } from "@postil/domain/datasets/dataset-links";
import type { Call } from "../client/api-client.ts";
import { fillTaskDataset } from "../client/fill-task-dataset.ts";
import { GivenUp, takeBackUnfinished } from "../client/unfinished.ts";
import { planExportedTask, type TaskPlan } from "../import/exported/plan-exported-task.ts";
import type { TaskDefinition } from "../import/exported/task-definition.ts";
import type { Source } from "../import/read-rows.ts";
import { type CheckedTaskRows, findBadTaskLines, goodTaskRecords } from "../import/tasks/check-task-rows.ts";
import { describeTaskFile, lookAtTaskRows, taskDatasetNameOf } from "../import/tasks/look-at-task-rows.ts";
import type { TaskWishes } from "../import/tasks/task-record-of-row.ts";
import { StartFailure } from "../start-failure.ts";
import { chooseWorkspace } from "./choose-target.ts";
import type { RunningServer, Surroundings } from "./command.ts";
import type { ImportOptions } from "./import-options.ts";
import { listenForInterruption, progressBar, tellBadLines } from "./import-progress.ts";
import { withServer } from "./with-server.ts";

/** `postil import FILE --task TASK`, and of an export of a task dataset: a task dataset with all rows of a file, or nothing. */
export async function importTask(
  { source, exported, task }: TaskSource,
  options: ImportOptions,
  around: Surroundings,
): Promise<number> {
  const understand = async (): Promise<Ready> => {
    const understood = exported
      ? planExportedTask(exported, options)
      : await planOfRows(source, {
          task,
          ignored: new Set(options.ignored),
          agent: options.agent ?? "import",
          name: options.dataset,
        });
    return { options, source, ...understood, ...(await findBadTaskLines(source, understood.wishes)) };
  };
  if (!options.dryRun) return withServer(around, (server, ready) => importInto(server, ready, around), understand);
  const ready = await understand();
  describe(ready, options.workspace ?? "(your oldest)", around);
  return ready.bad.length > 0 && !options.skipBad ? 1 : 0;
}

type TaskSource = { readonly source: Source; readonly task: Task; readonly exported: TaskDefinition | null };

type Ready = CheckedTaskRows &
  TaskPlan & {
    readonly options: ImportOptions;
    readonly source: Source;
  };

async function planOfRows(
  source: Source,
  { name, ...wishes }: Omit<TaskWishes, "multiLabel"> & { readonly name: string | null },
): Promise<TaskPlan> {
  const { task, ignored } = wishes;
  const file = await lookAtTaskRows(source, task, ignored);
  return {
    dataset: { name: name ?? taskDatasetNameOf(source.stem), task },
    wishes: { ...wishes, multiLabel: file.multiLabel },
    words: (target) => describeTaskFile(file, { task, ...target }),
  };
}

function describe(ready: Ready, workspace: string, around: Surroundings): void {
  const rows = ready.good + ready.bad.length;
  for (const line of ready.words({ name: ready.dataset.name, workspace, rows })) around.print(line);
  tellBadLines(ready.bad, around);
}

async function importInto(
  { call, home, ...server }: RunningServer,
  ready: Ready,
  around: Surroundings,
): Promise<number> {
  const { options, source, wishes, dataset, bad, good } = ready;
  const workspace = await chooseWorkspace(call, options.workspace);
  describe(ready, workspace.name, around);
  if (bad.length > 0 && !options.skipBad) {
    around.complain("Nothing was imported. Mend these lines, or leave them out with --skip-bad.");
    return 1;
  }
  if (good === 0 && bad.length > 0) throw new StartFailure("Every line is bad; nothing was imported.");
  await takeBackUnfinished(home, call);
  await refuseTakenTaskName(call, workspace.name, dataset.name);

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
    const where = server.lasting ? `${server.address}/datasets` : "Start Postil (npm start) to see them.";
    around.print(
      `Imported ${records.toLocaleString("en")} ${records === 1 ? "record" : "records"} in ${seconds} s. ${where}`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    around.complain(error.message);
    return 130;
  } finally {
    bar.stop();
    interruption.stop();
  }
}

async function refuseTakenTaskName(call: Call, workspace: string, name: string): Promise<void> {
  const there = await call("listTaskDatasetsV0", { query: { workspace } });
  if (!there.some((dataset) => dataset.name === name)) return;
  const advice = "give this one another name with --dataset";
  throw new StartFailure(`Workspace "${workspace}" has a task dataset "${name}" already; ${advice}.`);
}
