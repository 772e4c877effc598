import { rmSync } from "node:fs";
import { join } from "node:path";
import { type RolldownOptions, rolldown } from "rolldown";
import type { Migration } from "../../src/storage/postgres/migrations/index.ts";

/** Builds the server as a later version of it would be: with more migrations of PostgreSQL. */

const SERVER = join(import.meta.dirname, "../..");
const MIGRATIONS = join(SERVER, "src/storage/postgres/migrations/index.ts");
const LIST = "export const migrations: readonly Migration[] = [";

/** What a later version adds; the rest of it is the code of this one. */
const withMore = (added: readonly Migration[]) => ({
  name: "more-migrations",
  transform: (code: string, id: string) => {
    if (id !== MIGRATIONS) return null;
    if (!code.includes(LIST)) throw new Error("The list of migrations has another form.");
    const now = code.replace(LIST, "const ofThisVersion: readonly Migration[] = [");
    return `${now}\nexport const migrations: readonly Migration[] = [...ofThisVersion, ...${JSON.stringify(added)}];\n`;
  },
});

/** A module without types. */
const CONFIG = new URL("../../rolldown.config.mjs", import.meta.url).href;

let built = 0;

/** The program is beside the built server, for it finds the page from there. `remove` deletes it. */
export async function buildNext(added: readonly Migration[]): Promise<{ readonly main: string; remove: () => void }> {
  const folder = join(SERVER, `dist-${process.pid}${built++}`);
  const { default: config } = (await import(CONFIG)) as { readonly default: RolldownOptions };
  const { output, plugins, ...rest } = config;
  const build = await rolldown({ ...rest, plugins: [withMore(added), plugins] });
  await build.write({ ...output, dir: folder });
  await build.close();
  return { main: join(folder, "main.js"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
