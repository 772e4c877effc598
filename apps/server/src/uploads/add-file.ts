import type { Call } from "../client/api-client.ts";
import { type Added, addRows } from "../import/add-rows.ts";
import { addTaskRows } from "../import/tasks/add-task-rows.ts";
import { createSamples, feedbackSample, taskSample } from "./add-samples.ts";
import { addPlanOf, type ReadFile } from "./file-reader.ts";
import type { AddTarget, Progress, Wish } from "./messages.ts";
import { createRefusedRows } from "./refused-rows.ts";
import { taskAddPlanOf } from "./task-file.ts";

type AddingFile = {
  readonly wish: Wish;
  readonly target: AddTarget;
  /** The file for the rows that are refused. */
  readonly refused: string;
  readonly call: Call;
  readonly tell: (progress: Progress) => void;
};

/** Adds the rows of a file to a dataset of either family, or only says what would become of them. */
export async function addFile(read: ReadFile, adding: AddingFile): Promise<void> {
  const { wish, target, refused, call, tell } = adding;
  const { into, ...asked } = target;
  const { isDry } = asked;
  const { source } = read;
  const rows = createRefusedRows(refused, read.names, source.numbers());
  const progress = (total: number | null, { read, silent: _, ...counts }: Added): Progress => ({
    ...{ state: isDry ? "checking" : "storing", read, stored: isDry ? 0 : counts.added + counts.updated },
    ...{ total, refused: rows.count(), refusedRows: rows.shown() },
    numbers: source.numbers(),
    refusedAlike: rows.alike(),
    tableBytes: rows.bytes(),
    added: counts,
  });
  // Each batch is told at once: what is stored is known to the server also when the import is stopped after it.
  const means = { source, call, ...asked, onRefused: rows.add };
  const end = await (into.family === "feedback" ? addFeedback(into.target) : addTask(into.target)).finally(rows.close);
  // Nobody looks at the samples before the dry run is over.
  tell(isDry && end.told.added ? { ...end.told, added: { ...end.told.added, samples: end.samples } } : end.told);

  async function addFeedback(into: Extract<AddTarget["into"], { family: "feedback" }>["target"]) {
    const plan = addPlanOf(read, wish, into);
    const samples = createSamples(feedbackSample(into));
    const told = (added: Added) => progress(plan.exported ? null : plan.read, added);
    const shared = { ...means, plan, target: into, samples: isDry ? samples : null };
    const added = await addRows({ ...shared, onBatch: (added) => tell(told(added)) });
    return { told: told(added), samples: samples.all() };
  }

  async function addTask(into: Extract<AddTarget["into"], { family: "task" }>["target"]) {
    const plan = taskAddPlanOf(read, wish, into);
    const samples = createSamples(taskSample);
    const told = (added: Added) => progress(plan.read, added);
    const { wishes, roles } = plan;
    const shared = { ...means, wishes, roles, at: into, samples: isDry ? samples : null };
    const added = await addTaskRows({ ...shared, onBatch: (added) => tell(told(added)) });
    return { told: told(added), samples: samples.all() };
  }
}
