import { fillDataset } from "../client/fill.ts";
import { GivenUp, takeBackUnfinished } from "../client/unfinished.ts";
import { FIRST_WORKSPACE } from "../home.ts";
import { type CheckedRows, findBadLines, goodRecords } from "../import/check-rows.ts";
import { lookAtColumns } from "../import/columns.ts";
import { describePlan } from "../import/describe-plan.ts";
import { isOfTask, readDefinition } from "../import/exported/definition.ts";
import { withLaterMetadata, wordsOfMisfit } from "../import/exported/misfits.ts";
import { planExported } from "../import/exported/plan-exported.ts";
import { inferPlan } from "../import/infer.ts";
import type { ImportPlan } from "../import/plan.ts";
import { openSource } from "../import/read-rows.ts";
import type { Source } from "../import/source.ts";
import { StartFailure } from "../start-failure.ts";
import { chooseWorkspace, isTriedAlone, refuseTakenName, whereToSee } from "./choose-target.ts";
import type { Command, RunningServer, Surroundings } from "./command.ts";
import { findUserIds } from "./find.ts";
import { type ImportOptions, readImportOptions } from "./import-options.ts";
import { isRefused, listenForInterruption, progressBar, tellTally } from "./import-progress.ts";
import { importTask } from "./import-task.ts";
import { withServer } from "./with-server.ts";

/** `postil import FILE`: creates a dataset with all rows of a file, or nothing. */
export const runImport: Command = async (args, around) => {
  const options = readImportOptions(args);
  const source = openSource(options.file, options.reading);
  const exported = source.format === "columns" ? null : await readDefinition(source);
  if (isOfTask(exported)) return importTask({ source, exported, task: exported.task }, options, around);
  if (options.task) return importTask({ source, exported: null, task: options.task }, options, around);
  if (source.format === "columns")
    throw new StartFailure(`${options.file} has tokens in columns: say --task TokenClassification.`);
  const understand = async (): Promise<Ready> => {
    const plan = exported ? planExported(exported, options) : inferPlan(await lookAtColumns(source), options, source);
    const checked = await findBadLines(source, plan);
    // The rows of an export are counted while they are read as records.
    const counted = checked.good + checked.bad.length;
    const [rows, read] = exported ? [counted, counted + checked.silent] : [plan.rows, plan.read];
    const dataset = withLaterMetadata(plan.dataset, checked.misfits);
    const notes = [...plan.notes, ...checked.misfits.map(wordsOfMisfit), ...orphanWords(checked.orphans)];
    return { options, source, ...checked, plan: { ...plan, dataset, notes, rows, read } };
  };
  if (!isTriedAlone(options, around))
    return withServer(around, (server, ready) => importInto(server, ready, around), understand);
  const { plan, bad } = await understand();
  for (const line of describePlan(plan, FIRST_WORKSPACE, source.words())) around.print(line);
  return isRefused(plan.asked, bad, options, around) ? 1 : 0;
};

const orphanWords = (orphans: number): string[] =>
  orphans === 0
    ? []
    : [
        `  ${orphans.toLocaleString("en")} ${orphans === 1 ? "answer is of a user who was deleted: it is" : "answers are of users who were deleted: they are"} left out, for an answer needs somebody who gave it`,
      ];

type Ready = CheckedRows & {
  readonly options: ImportOptions;
  readonly source: Source;
  readonly plan: ImportPlan;
};

async function importInto(server: RunningServer, ready: Ready, around: Surroundings): Promise<number> {
  const { options, source, plan, bad, good, silent } = ready;
  const { call, home } = server;
  const workspace = await chooseWorkspace(call, options.workspace);
  for (const line of describePlan(plan, workspace.name, source.words())) around.print(line);
  if (isRefused(plan.asked, bad, options, around)) return 1;
  if (good === 0 && bad.length > 0) throw new StartFailure("Every line is bad; nothing was imported.");
  const users = await findUserIds(call, ready.users);
  if (!options.dryRun) await takeBackUnfinished(home, call);
  await refuseTakenName(call, workspace, plan.dataset.name, "give this one another name with --dataset");
  if (options.dryRun) return 0;

  const begun = performance.now();
  const bar = progressBar(good);
  const interruption = listenForInterruption();
  try {
    const { datasetId, records } = await fillDataset(call, plan.dataset, goodRecords(source, plan, bad), {
      home,
      workspaceId: workspace.id,
      users,
      onProgress: (stored) => bar.update(stored),
      givenUp: interruption.came,
    });
    bar.stop();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    around.print(`Imported ${records.toLocaleString("en")} records in ${seconds} s. ${whereToSee(server, datasetId)}`);
    const metrics = await call("getMyDatasetMetrics", { params: { dataset_id: datasetId } });
    return tellTally({ read: plan.read, stored: metrics.records.count, refused: bad.length, silent }, around) ? 0 : 1;
  } catch (error) {
    bar.stop();
    if (!(error instanceof GivenUp)) throw error;
    around.complain(error.message);
    return 130;
  } finally {
    interruption.stop();
  }
}
