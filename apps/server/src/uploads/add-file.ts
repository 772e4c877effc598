import type { Call } from "../client/api-client.ts";
import { type Added, addRows } from "../import/add-rows.ts";
import { createSamples } from "./add-samples.ts";
import { addPlanOf, type ReadFile } from "./file-reader.ts";
import type { AddTarget, Progress, Wish } from "./messages.ts";
import { createRefusedRows } from "./refused-rows.ts";

type AddingFile = {
  readonly wish: Wish;
  readonly target: AddTarget;
  /** The file for the rows that are refused. */
  readonly refused: string;
  readonly call: Call;
  readonly tell: (progress: Progress) => void;
};

/** Adds the rows of a file to a dataset, or only says what would become of them. */
export async function addFile({ source, names, ...read }: ReadFile, adding: AddingFile): Promise<void> {
  const { wish, target, refused, call, tell } = adding;
  const { into, isDry, existing } = target;
  const plan = addPlanOf({ source, names, ...read }, wish, into);
  const rows = createRefusedRows(refused, names);
  const samples = isDry ? createSamples(into) : null;
  const progress = (added: Added): Progress => {
    const { read, silent: _, ...counts } = added;
    return {
      ...{ state: isDry ? "checking" : "storing", read, stored: isDry ? 0 : counts.added + counts.updated },
      ...{ total: plan.exported ? null : plan.read, refused: rows.count(), refusedRows: rows.shown() },
      tableBytes: rows.bytes(),
      added: counts,
    };
  };
  // Each batch is told at once: what is stored is known to the server also when the import is stopped after it.
  const onBatch = (added: Added) => tell(progress(added));
  const adds = addRows({ source, plan, target: into, call, existing, isDry, samples, onRefused: rows.add, onBatch });
  const added = await adds.finally(rows.close);
  const told = progress(added);
  // Nobody looks at the samples before the dry run is over.
  tell(samples && told.added ? { ...told, added: { ...told.added, samples: samples.all() } } : told);
}
