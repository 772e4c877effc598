import { benchBackup } from "./backup.ts";
import { benchExport } from "./export.ts";
import { benchFiles } from "./files.ts";
import { benchFind } from "./find.ts";
import { benchHostile } from "./hostile.ts";
import { benchMigrate } from "./migrate.ts";
import { benchPage } from "./page.ts";
import { benchSearch } from "./search.ts";
import { benchServer } from "./server.ts";
import { benchSignIns } from "./sign-ins.ts";
import { benchTaskBulk } from "./task-bulk.ts";
import { benchTaskPage } from "./task-page.ts";
import { benchTasks } from "./tasks.ts";

/**
 * `npm run bench -- server [sizes]`, `npm run bench -- search [sizes]`, `npm run bench -- page`, `npm run bench -- find`,
 * `npm run bench -- export [sizes]`, `npm run bench -- hostile`, `npm run bench -- tasks [sizes]`,
 * `npm run bench -- files [rows]`, `npm run bench -- task-page`, `npm run bench -- task-bulk [size]`, `npm run bench -- sign-ins`,
 * `npm run bench -- backup [sizes]`. `npm run bench -- migrate URL` prints what it measures (`bench/migrate.ts`).
 * It takes minutes, needs a machine without other work, and writes `bench/results/<name>.md`.
 */
const [what = "server", ...rest] = process.argv.slice(2);
const sizes = rest.length > 0 ? rest.map(Number) : null;

if (what === "server") await benchServer(sizes ?? [10_000, 100_000, 1_000_000]);
else if (what === "search") await benchSearch(sizes ?? [100_000, 1_000_000]);
else if (what === "tasks") await benchTasks(sizes ?? [100_000, 1_000_000]);
else if (what === "export") await benchExport(sizes ?? [1_000_000]);
else if (what === "files") await benchFiles(sizes?.[0] ?? 100_000);
else if (what === "page") await benchPage();
else if (what === "task-page") await benchTaskPage();
else if (what === "task-bulk") await benchTaskBulk(sizes?.[0] ?? 100_000);
else if (what === "find") await benchFind();
else if (what === "hostile") await benchHostile();
else if (what === "migrate") await benchMigrate(rest[0] ?? "");
else if (what === "sign-ins") await benchSignIns();
else if (what === "backup") await benchBackup(sizes ?? [100_000, 1_000_000]);
else
  throw new Error(
    `No bench named ${what}; there are: server, search, export, files, page, find, hostile, tasks, task-page, task-bulk, migrate, sign-ins, backup.`,
  );
