import type { WireAddTarget, WireColumnPart } from "@postil/contract/feedback/merging";
import { annotationPath, FEEDBACK_TASK, type Task } from "@postil/domain/datasets/dataset";
import { type AddPlan, planAdd, planAddExport, type SaidParts } from "../import/add-plan.ts";
import { type Added, addRows, addTaskRows } from "../import/add-rows.ts";
import type { BadLine } from "../import/check-rows.ts";
import { lookAtColumns } from "../import/columns.ts";
import type { Definition, TaskDefinition } from "../import/exported/definition.ts";
import { planExportedTask, refuseColumnWishes } from "../import/exported/plan-exported.ts";
import { type Source, shownName } from "../import/row.ts";
import { planTask } from "../import/tasks/plan-task.ts";
import { newInputWords, rolesInto } from "../import/tasks/task-columns.ts";
import { StartFailure } from "../start-failure.ts";
import type { RunningServer, Surroundings } from "./command.ts";
import type { ImportOptions } from "./import-options.ts";
import { progressBar, tellBadLines, untilGivenUp } from "./progress.ts";
import { findDataset } from "./run-export.ts";
import { seenAt, whereToSee } from "./with-server.ts";

/** `postil import FILE --into DATASET`: adds the rows to a dataset that is there, or says what would become of them (IMP-34). */
export async function addInto(
  server: RunningServer,
  { source, exported }: { readonly source: Source; readonly exported: Definition | null },
  options: ImportOptions & { readonly into: string },
  around: Surroundings,
): Promise<number> {
  refuseTypes(options);
  const { call } = server;
  const found = await findDataset(call, options.into, { workspace: options.workspace, task: FEEDBACK_TASK });
  if (found.family !== "feedback") throw new StartFailure(`"${options.into}" is no feedback dataset.`);
  const target = await call("getAddTarget", { params: { dataset_id: found.id } });
  if (exported) refuseColumnWishes(options, "--into, --workspace and --dry-run");
  const plan = exported
    ? planAddExport(exported, target)
    : planAdd(await lookAtColumns(source), target, saidParts(options, target));
  for (const line of describe(plan, target, source)) around.print(line);

  const bad: BadLine[] = [];
  const bar = progressBar(plan.read);
  let last: Added | null = null;
  const add = async (givenUp: () => boolean) => {
    last = await addRows({
      ...{ source, plan, target, call, existing: "update", isDry: options.dryRun },
      onRefused: ({ fault }) => void bad.push(fault),
      onBatch: (added) => {
        last = added;
        bar.update(added.read);
      },
      givenUp,
    }).finally(() => bar.stop());
    tellBadLines({ bad, numbers: source.numbers() }, around);
    around.print(countWords(last, options.dryRun));
    if (plan.hasIds && !last.by_id) around.print("The same file again adds the rows without an id again.");
    if (!options.dryRun) around.print(whereToSee(server, found.id));
    return 0;
  };
  return untilGivenUp(around, () => [...(last ? [countWords(last, options.dryRun)] : []), GIVEN_UP], add);
}

/**
 * The same for a task dataset (IMP-44). What people annotated, validated or discarded is changed only where that was said: all
 * rows are tried first.
 */
export async function addIntoTask(
  server: RunningServer,
  { source, exported }: { readonly source: Source; readonly exported: TaskDefinition | null },
  options: ImportOptions & { readonly into: string; readonly task: Task },
  around: Surroundings,
): Promise<number> {
  const { call } = server;
  const { into, task } = options;
  const found = await findDataset(call, into, { workspace: options.workspace, task });
  if (found.family !== "task") throw new StartFailure(`"${into}" is no dataset of a task.`);
  const at = { workspace: found.workspace, name: found.name };
  const target = await call("getTaskAddTarget", { params: { name: at.name }, query: { workspace: at.workspace } });
  const ofDataset = { ...options, dataset: null };
  const plan = exported
    ? planExportedTask(exported, ofDataset)
    : planTask(
        await lookAtColumns(source),
        source,
        task,
        { ...ofDataset, dataset: into },
        { roles: rolesInto(target, { roles: null, anew: false }), several: target.several },
      );
  for (const line of plan.words({ workspace: at.workspace, rows: plan.read ?? 0 })) around.print(line);
  for (const line of newInputWords(plan.roles, target)) around.print(`  ${line}`);
  const { wishes, roles } = plan;
  const asked = { existing: "update", overwrite: true } as const;
  const add = async (givenUp: () => boolean) => {
    const adding = { source, wishes, roles, at, call, ...asked, givenUp };
    const bad: BadLine[] = [];
    const onRefused = ({ fault }: { readonly fault: BadLine }) => void bad.push(fault);
    const tried = await addTaskRows({ ...adding, isDry: true, onRefused, onBatch: () => {} });
    tellBadLines({ bad, numbers: source.numbers() }, around);
    if (options.dryRun || (tried.overwrites > 0 && !options.overwrite)) {
      around.print(countWords(tried, true));
      if (options.dryRun || tried.overwrites === 0) return 0;
      around.complain("Nothing was added. --overwrite changes these records too.");
      return 1;
    }
    const bar = progressBar(tried.read);
    const onBatch = (added: Added) => void bar.update(added.read);
    const added = await addTaskRows({ ...adding, isDry: false, onRefused: () => {}, onBatch }).finally(() =>
      bar.stop(),
    );
    around.print(countWords(added, false));
    around.print(seenAt(server, annotationPath({ id: "", name: at.name, workspaceName: at.workspace, task })));
    return 0;
  };
  return untilGivenUp(around, () => [GIVEN_UP], add);
}

const GIVEN_UP = "Given up; what was added stays.";

const count = (number: number): string => number.toLocaleString("en");

/** The same counts as in the page; together they are the rows that were read. */
function countWords(
  { read, added, updated, unchanged, refused, silent, answered_texts, overwrites }: Added,
  isDry: boolean,
): string {
  const parts = [`${count(added)} new`, `${count(updated)} updated`, `${count(unchanged)} unchanged`];
  const rest = silent === 0 ? [] : [`${count(silent)} that describe a dataset only`];
  const texts = `${answered_texts === 1 ? "1 record with answers would change its" : `${count(answered_texts)} records with answers would change their`} text; the answers stay.`;
  const said = `${count(overwrites)} of those updated ${isDry ? "would change" : "changed"} what people said of them.`;
  return [
    `Rows: ${count(read)} read; ${[...parts, `${count(refused)} refused`, ...rest].join(", ")}.`,
    ...(isDry ? ["Nothing was written."] : []),
    ...(answered_texts > 0 ? [texts] : []),
    ...(overwrites > 0 ? [said] : []),
  ].join(" ");
}

function describe(plan: AddPlan, { dataset }: WireAddTarget, source: Source): string[] {
  const width = Math.max(0, ...plan.parts.map(({ column }) => shownName(column).length));
  return [
    `${source.file} -> dataset "${dataset.name}"`,
    ...source.words(),
    ...plan.parts.map(
      ({ column, part, reason }) => `  ${shownName(column).padEnd(width)}  ${partWords(part)} (${reason})`,
    ),
    ...plan.warnings,
  ];
}

const partWords = ({ kind, name }: WireColumnPart): string => (name === null ? kind : `${kind} "${name}"`);

/** The property of the dataset says its type and its bounds; only what comes first in a date is not known from it. */
function refuseTypes({ metadata }: ImportOptions): void {
  const said = metadata.find(({ type, order = null }) => type !== null && (type !== "date" || order === null));
  if (said)
    throw new StartFailure(
      `--metadata ${said.column}=${said.type}: the property of the dataset says its type and its bounds; say --metadata ${said.column}, or for dates ${said.column}=date:day or ${said.column}=date:month.`,
    );
}

/** What the options say of columns; `--name COLUMN=NAME` names the part of a column. */
function saidParts(options: ImportOptions, target: WireAddTarget): SaidParts {
  const nameOf = (column: string) => options.partNames.get(column) ?? column;
  const named = (kind: WireColumnPart["kind"], columns: readonly string[]) =>
    columns.map((column): [string, WireColumnPart] => [column, { kind, name: nameOf(column) }]);
  const first = target.questions[0]?.name ?? "";
  const parts = new Map<string, WireColumnPart>([
    ...named("field", options.fields),
    ...options.metadata.map(({ column, order }): [string, WireColumnPart] => [
      column,
      { kind: "metadata", name: nameOf(column), ...(order ? { dates: order } : {}) },
    ]),
    ...named("vector", options.vectors),
    ...options.suggestions.map(({ column, question }): [string, WireColumnPart] => [
      column,
      { kind: "suggestion", name: question ?? first },
    ]),
    ...options.ignored.map((column): [string, WireColumnPart] => [column, { kind: "ignored", name: null }]),
  ]);
  if (options.id !== null) parts.set(options.id, { kind: "id", name: null });
  for (const [column, name] of options.partNames) if (!parts.has(column)) parts.set(column, partNamed(target, name));
  return parts;
}

function partNamed({ fields, questions, metadata, vectors }: WireAddTarget, name: string): WireColumnPart {
  const kinds = [
    ["field", fields],
    ["metadata", metadata],
    ["suggestion", questions],
    ["vector", vectors],
  ] as const;
  for (const [kind, parts] of kinds) if (parts.some((part) => part.name === name)) return { kind, name };
  throw new StartFailure(`The dataset has no part "${name}".`);
}
