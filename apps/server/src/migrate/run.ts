import { ApiRefusal } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import { bringFeedbackDataset } from "./feedback.ts";
import type { Migration, Stayed } from "./migration.ts";
import { openNote } from "./note.ts";
import { type Accounts, bringAccounts } from "./people.ts";
import { type Comparison, compare } from "./tally.ts";
import { bringTaskDataset } from "./tasks.ts";
import { type Asking, openThere, RefusedThere, type There } from "./there.ts";

/** Brings everything that another server has, and compares the two (MIG-01 to MIG-05). */

type Report = (lines: {
  readonly rows: readonly (readonly string[])[];
  readonly conflicts: readonly string[];
  readonly leftOut: readonly string[];
}) => void;

/** Returns true if the two servers agree. */
export async function migrate(
  asking: Asking,
  given: Pick<Migration, "here" | "options" | "print" | "progress"> & { readonly report: Report },
): Promise<boolean> {
  const there = openThere(asking);
  await requireOwner(there, asking.url);
  const leftOut: string[] = [];
  const leave = (what: string, reason: string) => void leftOut.push(`${what}: ${reason}`);
  const note = openNote(given.here.home, asking.url, given.options.again);
  const migration: Migration = { ...given, there, note, leave, givenUp: asking.givenUp };
  const accounts = await bringAccounts(migration);
  const conflicts: string[] = [];
  const rows: (readonly string[])[] = [["dataset", "what", "there", "here", ""]];
  let agrees = true;
  for await (const { name, ended } of bringDatasets(migration, accounts)) {
    for (const [reason, times] of Object.entries(ended.pass.leftOut)) leave(name, `${reason}${often(times)}`);
    const { stayed } = ended;
    const explained = stayed.kept + stayed.gone + stayed.conflicts;
    const { rows: compared, agrees: isEqual } = compare(ended.pass.tally, ended.here, explained);
    rows.push(...compared.map((row: Comparison["rows"][number]) => [name, ...row]));
    rows.push(...stayedRows(stayed).map((words) => [name, words, "", "", ""]));
    conflicts.push(...stayed.named.map((one) => `dataset ${name}, ${one}`));
    const more = stayed.conflicts - stayed.named.length;
    if (more > 0) conflicts.push(`dataset ${name}: ${more.toLocaleString("en")} more`);
    agrees = agrees && isEqual;
  }
  given.report({ rows, conflicts, leftOut });
  return agrees && leftOut.length === 0;
}

const often = (times: number): string => (times === 1 ? "" : ` (${times.toLocaleString("en")} times)`);

function stayedRows({ kept, gone, conflicts, absentRecords, absent }: Stayed): string[] {
  const here = `changed here, and left so: ${kept}; deleted here, and left so: ${gone}`;
  const both = `changed on both servers, and left as it is here: ${conflicts}`;
  const there = `not there any more, and left here: ${absentRecords} records, ${absent} parts`;
  return [
    ...(kept + gone > 0 ? [here] : []),
    ...(conflicts > 0 ? [both] : []),
    ...(absentRecords + absent > 0 ? [there] : []),
  ];
}

async function requireOwner(there: There, url: string): Promise<void> {
  const { username, role } = await there.call("getMeV0", {});
  if (role === "owner") return;
  throw new StartFailure(
    `The API key is that of ${username} at ${url}, who is no owner there: only an owner sees everything.`,
  );
}

/** One dataset after the other. One that cannot be brought does not stop the others. */
async function* bringDatasets(migration: Migration, accounts: Accounts) {
  const { there, leave } = migration;
  const tasks = await there.call("listTaskDatasetsV0", {});
  const names = new Map([...accounts.workspaces.values()].map(({ name, id }) => [name, id]));
  const works = [
    ...(await there.call("listMyDatasets", {})).items.map((dataset) => {
      const workspace = accounts.workspaces.get(dataset.workspace_id);
      const name = `${workspace?.name ?? "?"}/${dataset.name}`;
      return {
        name,
        work: async () => (workspace ? bringFeedbackDataset(migration, accounts, dataset, workspace) : null),
      };
    }),
    ...tasks.map((dataset) => {
      const isKnown = names.has(dataset.workspace);
      const name = `${dataset.workspace}/${dataset.name} (${dataset.task})`;
      return { name, work: async () => (isKnown ? bringTaskDataset(migration, dataset) : null) };
    }),
  ];
  for (const { name, work } of works) {
    try {
      const ended = await work();
      if (ended) yield { name, ended };
      else leave(`dataset ${name}`, "its workspace is not here");
    } catch (error) {
      if (error instanceof RefusedThere) leave(`dataset ${name}`, `the other server says: ${error.message}`);
      else if (error instanceof ApiRefusal && error.status < 500) leave(`dataset ${name}`, there.told(error));
      else throw error;
    }
  }
}
