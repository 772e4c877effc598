import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The folder of the programs of PostgreSQL. Debian and Fedora have their own; elsewhere they are on the path. Null: there are none. */
export function findPrograms(oldest: number): string | null {
  const folders = ["/usr/lib/postgresql", "/usr/pgsql"].flatMap((root) =>
    existsSync(root)
      ? readdirSync(root).map((version) => ({ version: Number(version), folder: join(root, version, "bin") }))
      : [],
  );
  const onPath = (process.env.PATH ?? "").split(":").map((folder) => ({ version: oldest, folder }));
  const fitting = [...folders.sort((a, b) => b.version - a.version), ...onPath].filter(
    ({ version }) => version >= oldest,
  );
  return fitting.find(({ folder }) => existsSync(join(folder, "initdb")))?.folder ?? null;
}
