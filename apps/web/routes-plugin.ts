import type { Plugin } from "vite";

const NAME = "virtual:postil-routes";

/**
 * Hands the page what it needs of the contract's table: name to method, path and, for forms, encoding. The table itself
 * holds the schemas, and Zod with them, which would weigh 24 kB on the sign-in page.
 */
export function contractRoutes(): Plugin {
  return {
    name: "contract-routes",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      const { routes } = await import("@postil/contract/routes");
      const lean = Object.entries<{ method: string; path: string; encoding?: string }>(routes).map(
        ([name, { method, path, encoding }]) => [
          name,
          encoding === undefined ? [method, path] : [method, path, encoding],
        ],
      );
      return `export const routes = ${JSON.stringify(Object.fromEntries(lean))};`;
    },
  };
}
