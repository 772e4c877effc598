import type { Task } from "@postil/domain/datasets/dataset-links";
import type { Call } from "../client/api-client.ts";
import { GivenUp } from "../client/fill-dataset.ts";
import { fillTaskDataset } from "../client/fill-task-dataset.ts";
import { removeUnfinished } from "../client/unfinished.ts";
import { openSource, type Source } from "../import/read-rows.ts";
import { type CheckedTaskRows, findBadTaskLines, goodTaskRecords } from "../import/tasks/check-task-rows.ts";
import {
  describeTaskFile,
  lookAtTaskRows,
  type TaskFile,
  taskDatasetNameOf,
} from "../import/tasks/look-at-task-rows.ts";
import type { TaskWishes } from "../import/tasks/task-record-of-row.ts";
import { StartFailure } from "../start-failure.ts";
import { chooseWorkspace } from "./choose-target.ts";
import type { RunningServer, Surroundings } from "./command.ts";
import type { ImportOptions } from "./import-options.ts";
import { listenForInterruption, progressBar, tellBadLines } from "./import-progress.ts";
import { withServer } from "./with-server.ts";

/** `postil import FILE --task TASK`: a task dataset with all rows of a file, or nothing. */
export async function importTask(task: Task, options: ImportOptions, around: Surroundings): Promise<number> {
  const understand = async (): Promise<Ready> => {
    const source = openSource(options.file, options.encoding);
    const ignored = new Set(options.ignored);
    const file = await lookAtTaskRows(source, task, ignored);
    const wishes = { task, agent: options.agent, multiLabel: file.multiLabel, ignored };
    const name = options.dataset ?? taskDatasetNameOf(source.stem);
    return { options, source, file, wishes, name, ...(await findBadTaskLines(source, wishes)) };
  };
  if (!options.dryRun) return withServer(around, (server, ready) => importInto(server, ready, around), understand);
  const ready = await understand();
  describe(ready, options.workspace ?? "(your oldest)", around);
  return ready.bad.length > 0 && !options.skipBad ? 1 : 0;
}

type Ready = CheckedTaskRows & {
  readonly options: ImportOptions;
  readonly source: Source;
  readonly file: TaskFile;
  readonly wishes: TaskWishes;
  readonly name: string;
};

function describe({ file, wishes, name, bad }: Ready, workspace: string, around: Surroundings): void {
  for (const line of describeTaskFile(file, { task: wishes.task, name, workspace })) around.print(line);
  tellBadLines(bad, around);
}

async function importInto(
  { call, home, ...server }: RunningServer,
  ready: Ready,
  around: Surroundings,
): Promise<number> {
  const { options, source, wishes, name, bad, good } = ready;
  const workspace = await chooseWorkspace(call, options.workspace);
  describe(ready, workspace.name, around);
  if (bad.length > 0 && !options.skipBad) {
    around.complain("Nothing was imported. Mend these lines, or leave them out with --skip-bad.");
    return 1;
  }
  if (good === 0) throw new StartFailure("Every line is bad; nothing was imported.");
  await removeUnfinished(home, call);
  await refuseTakenTaskName(call, workspace.name, name);

  const begun = performance.now();
  const bar = progressBar(good);
  const interruption = listenForInterruption();
  try {
    const plan = { name, task: wishes.task, workspace: workspace.name };
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
