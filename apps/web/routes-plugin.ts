import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Access } from "@postil/contract/route";
import type { Plugin } from "vite";

const NAME = "virtual:postil-routes/";

/** Who comes with which calls: a page loads those of the people who can open it. */
const PARTS: { readonly [part: string]: readonly Access[] } = {
  everybody: ["open", "credentials", "signed-in"],
  members: ["member", "author"],
  managers: ["privileged", "manager", "owner"],
};

/**
 * Hands the page what it needs of the contract's table, in parts: name to method, path and, for forms, encoding. The table itself
 * holds the schemas, and Zod with them, which would weigh 24 kB on the sign-in page. A build holds the calls alone that the
 * page's sources name; half of the table is for other clients.
 */
export function contractRoutes(): Plugin {
  let isNamed = (_name: string): boolean => true;
  return {
    name: "contract-routes",
    configResolved: ({ command }) => {
      if (command !== "build") return;
      const sources = readSources();
      isNamed = (name) => sources.includes(`"${name}"`);
    },
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${NAME}`)) return null;
      const accesses = PARTS[id.slice(NAME.length + 1)] ?? [];
      const { routes } = await import("@postil/contract/routes");
      const lean = Object.entries<{ access: Access; method: string; path: string; encoding?: string }>(routes)
        .filter(([name, { access }]) => accesses.includes(access) && isNamed(name))
        .map(([name, { method, path, encoding }]) => [
          name,
          encoding === undefined ? [method, path] : [method, path, encoding],
        ]);
      return `export const routes = ${JSON.stringify(Object.fromEntries(lean))};`;
    },
  };
}

const SOURCES = fileURLToPath(new URL("src/", import.meta.url));

const readSources = (): string =>
  readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|fixture)\.tsx?$/.test(name))
    .map((name) => readFileSync(SOURCES + name, "utf8"))
    .join("\n");
