import { benchBackup } from "./backup.ts";
import { benchCompact } from "./compact.ts";
import { benchExport } from "./export.ts";
import { benchFiles } from "./files.ts";
import { benchFind } from "./find.ts";
import { benchHostile } from "./hostile.ts";
import { benchHostileTasks } from "./hostile-tasks.ts";
import { benchMigrate } from "./migrate.ts";
import { benchPage } from "./page.ts";
import { benchPeople } from "./people.ts";
import { benchReport } from "./report.ts";
import { benchSearch } from "./search.ts";
import { benchServer } from "./server.ts";
import { benchSignIns } from "./sign-ins.ts";
import { benchTaskBulk } from "./task-bulk.ts";
import { benchTaskPage } from "./task-page.ts";
import { benchTasks } from "./tasks.ts";
import { benchText } from "./text.ts";
import { benchVectors } from "./vectors.ts";

/**
 * `npm run bench -- NAME [sizes]` takes minutes, needs a machine without other work, and writes `bench/results/NAME.md`.
 * `npm run bench -- migrate URL` prints what it measures (`bench/migrate.ts`).
 */
const BENCHES: Readonly<Record<string, (sizes: readonly number[]) => Promise<void>>> = {
  server: (sizes) => benchServer(or(sizes, [10_000, 100_000, 1_000_000])),
  search: (sizes) => benchSearch(or(sizes, [100_000, 1_000_000])),
  tasks: (sizes) => benchTasks(or(sizes, [100_000, 1_000_000])),
  people: (sizes) => benchPeople(or(sizes, [100_000, 1_000_000])),
  report: (sizes) => benchReport(or(sizes, [10_000, 100_000, 1_000_000])),
  text: (sizes) => benchText(or(sizes, [100_000, 1_000_000])),
  vectors: ([size = 30_000]) => benchVectors(size),
  export: (sizes) => benchExport(or(sizes, [1_000_000])),
  files: ([rows = 100_000]) => benchFiles(rows),
  page: benchPage,
  "task-page": benchTaskPage,
  "task-bulk": ([size = 100_000]) => benchTaskBulk(size),
  find: benchFind,
  hostile: benchHostile,
  "hostile-tasks": ([size = 100_000]) => benchHostileTasks(size),
  "sign-ins": benchSignIns,
  backup: (sizes) => benchBackup(or(sizes, [100_000, 1_000_000])),
  compact: ([size = 100_000]) => benchCompact(size),
};

const [what = "server", ...rest] = process.argv.slice(2);
const run = BENCHES[what];
if (what === "migrate") await benchMigrate(rest[0] ?? "");
else if (run) await run(rest.map(Number));
else throw new Error(`No bench named ${what}; there are: ${[...Object.keys(BENCHES), "migrate"].join(", ")}.`);

function or(sizes: readonly number[], usual: readonly number[]): readonly number[] {
  return sizes.length > 0 ? sizes : usual;
}
