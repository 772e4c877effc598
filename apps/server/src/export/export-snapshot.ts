import { join } from "node:path";
import { type SnapshotSeal, sealedName } from "@postil/domain/datasets/snapshot";
import { elsewhere, Refusal } from "@postil/domain/refusal";
import { fullSet } from "../records/seq-set.ts";
import { type SnapshotPlace, type SnapshotRow, sealOfRow, snapshotFile } from "../storage/snapshots.ts";
import type { Context, StreamPart } from "../storage/store.ts";
import { withCallerAsOfNow } from "../usecases/accounts/find-caller.ts";
import { loadSnapshotForManager } from "../usecases/snapshots.ts";
import { feedbackFiles } from "./export-dataset.ts";
import { taskFiles } from "./export-task-dataset.ts";
import { type ExportNote, type ExportSize, filePartsOf, likelySize, type OpenedDataset } from "./file-parts.ts";
import { feedbackRowOf, type Head, keptRows, openKept, taskRowOf, wantedOf } from "./kept-file.ts";
import { definitionUnder, type Named, pseudonymsFor, renamedDocument, renamedRow, rowsUnder } from "./pseudonyms.ts";
import type { SnapshotFacts } from "./take-snapshot.ts";
import type { ExportParts, FileWish } from "./writer.ts";

export type ExportSnapshot = Omit<FileWish, "seal"> & SnapshotPlace & { readonly snapshotId: string };

/** Exports a snapshot as its dataset would have been exported when it was taken (SNP-06). */
export async function* exportSnapshot(
  asked: Context,
  wish: ExportSnapshot,
): AsyncGenerator<StreamPart<ExportNote>, void> {
  const context = await withCallerAsOfNow(asked);
  const { row, workspace, dataset } = await loadSnapshotForManager(context, wish.snapshotId);
  const { seal, path, head } = await openSnapshot(row, wish);
  const named = await pseudonymsFor(context.db, wish);
  const sealed = { ...wish, seal };
  const kept = { path, head, row, seal, named };
  yield* opened(kept, sealed, sealedName(dataset, seal), (found) => filePartsOf(found, workspace, sealed));
}

/** The content of an export of a snapshot, before it is made (EXP-04). */
export async function sizeUpSnapshot(context: Context, wish: ExportSnapshot): Promise<ExportSize> {
  const { row } = await loadSnapshotForManager(context, wish.snapshotId);
  const { seal, path, head, facts } = await openSnapshot(row, wish);
  const named = await pseudonymsFor(context.db, wish);
  const { server, ...told } = facts;
  const of = { records: row.records ?? 0, responses: row.answers ?? 0, ...told };
  const hasVectors = facts.vectors.length > 0;
  const kept = { path, head, row, seal, named };
  return { ...of, ...(await opened(kept, wish, row.name, (found) => likelySize(found, wish, hasVectors))) };
}

/** Refuses a snapshot that is not whole yet. */
export async function openSnapshot(
  row: SnapshotRow,
  wish: SnapshotPlace & { readonly parts?: ExportParts; readonly pseudonyms?: string | null },
) {
  const seal = sealOfRow(row);
  if (seal === null || row.facts === null)
    throw new Refusal("unprocessable", `The snapshot \`${row.name}\` is still being taken, or could not be taken`);
  const hasNames = (wish.pseudonyms ?? null) === null;
  const missing = Object.entries({ ...wish.parts, names: hasNames }).flatMap(([part, has]) => (has ? [] : [part]));
  const path = join(wish.folder, snapshotFile(row));
  const facts: SnapshotFacts = JSON.parse(row.facts);
  const { head, lines } = await openKept(path, missingFile(facts.server ?? null, wish.server));
  await lines.return(undefined);
  const { hash, digests, ...plain } = seal;
  const told: SnapshotSeal = hasNames ? seal : plain;
  return { path, head, facts, seal: missing.length === 0 ? told : { ...told, without: missing } };
}

/** The file is not in the folder of this server. `took`: the server that took it; null: it had no name. */
function missingFile(took: string | null, asked: string | null): Refusal {
  const here = "The file of this snapshot is not in the home folder of this server any more";
  if (asked === null || took === asked)
    return new Refusal("unprocessable", took === null ? here : `${here}; the server "${took}" took it`);
  const has = took === null ? "the one that took it has it" : `the server "${took}" took it and has it`;
  const detail = `The file of this snapshot is not on the server "${asked}"; ${has}. Ask that one, or give all servers one folder for snapshots (docs/scaling.md)`;
  return elsewhere("unprocessable", detail, { asked, has: took });
}

type Kept = {
  readonly path: string;
  readonly head: Head;
  readonly row: SnapshotRow;
  readonly seal: SnapshotSeal;
  readonly named: Named | null;
};

/** The definition names the snapshot, so that a full export of each format does. */
const withSeal = <D extends { readonly text: string }>(named: Named | null, definition: D, seal: SnapshotSeal): D => ({
  ...definition,
  text: `${definitionUnder(named, definition.text).slice(0, -1)},"snapshot":${JSON.stringify(seal)}}`,
});

/** The dataset as it was, of whichever family, for `use`. */
function opened<Result>(
  { path, head, row, seal, named }: Kept,
  wish: FileWish,
  name: string,
  use: <Row>(dataset: OpenedDataset<Row>) => Result,
): Result {
  const set = fullSet(row.records ?? 0);
  if (head.family === "task_dataset")
    return use({
      ...taskFiles(wish, withSeal(named, head.definition, seal), name),
      set,
      batches: (_parts, runs) => rowsUnder(named, keptRows(path, runs, taskRowOf), renamedDocument),
    });
  return use({
    ...feedbackFiles(wish, withSeal(named, head.definition, seal), name),
    set,
    batches: (parts, runs) =>
      rowsUnder(
        named,
        keptRows(path, runs, (line) => wantedOf(feedbackRowOf(line), parts)),
        renamedRow,
      ),
  });
}
