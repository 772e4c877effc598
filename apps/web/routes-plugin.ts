import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const NAME = "virtual:postil-routes";

/**
 * Hands the page what it needs of the contract's table: name to method, path and, for forms, encoding. The table itself
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
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      const { routes } = await import("@postil/contract/routes");
      const lean = Object.entries<{ method: string; path: string; encoding?: string }>(routes)
        .filter(([name]) => isNamed(name))
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
