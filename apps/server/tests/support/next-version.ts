import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
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

/** A file of the page that only a version with this name has. */
export const fileOf = (version: string) => ({
  name: `only-${version}.js`,
  text: `export const version = "${version}";\n`.repeat(20),
});

/** The program of a version and its page, in a folder from which it finds its packages. `remove` deletes them. */
export async function buildNext(
  version: string,
  added: readonly Migration[],
): Promise<{ readonly main: string; remove: () => void }> {
  const folder = mkdtempSync(join(SERVER, "dist-"));
  const { default: config } = (await import(CONFIG)) as { readonly default: RolldownOptions };
  const { output, plugins, ...rest } = config;
  const build = await rolldown({ ...rest, plugins: [withMore(added), plugins] });
  const programs = join(folder, "server/dist");
  await build.write({ ...output, dir: programs });
  await build.close();
  // The program reads its version from there.
  copyFileSync(join(SERVER, "package.json"), join(folder, "server/package.json"));
  const assets = join(folder, "web/dist/assets");
  mkdirSync(assets, { recursive: true });
  const { name, text } = fileOf(version);
  writeFileSync(join(folder, "web/dist/index.html"), `<script type="module" src="/assets/${name}"></script>`);
  writeFileSync(join(assets, name), text);
  writeFileSync(join(assets, `${name}.br`), brotliCompressSync(text));
  writeFileSync(join(assets, "plain.woff2"), "no font");
  return { main: join(programs, "main.js"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
