import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/** An import by name from the index of the library. */
const BY_NAME = /^import \{([^}]+)\} from "lucide-react";$/gm;

/**
 * Each icon is imported from its own module: the index imports all icons, so that in the graph every icon would belong to every page.
 *
 * What the library says of an icon besides its shape is left out of the bundle: keys for React, for shapes whose parts never change
 * their order, and names that become classes no style knows. It is random letters for the most part, which hardly compress.
 */
export function leanIcons(): Plugin {
  let modules: ReadonlyMap<string, string> = new Map();
  return {
    name: "lean-icons",
    apply: "build",
    // Before comments are taken out and types, which are imported from the index.
    enforce: "pre",
    async buildStart() {
      const index = await this.resolve("lucide-react");
      if (index === null) throw new Error("lucide-react is not installed");
      modules = modulesByName(readFileSync(index.id, "utf8"));
    },
    transform: {
      filter: { code: /from "lucide-react"|createLucideIcon\(__iconData\)/ },
      handler(code, id) {
        if (ICON.test(id)) return { code: shapeOf(code), map: null };
        return { code: code.replace(BY_NAME, (_, names: string) => importsOf(names, modules)), map: null };
      },
    },
  };
}

const shapeOf = (code: string): string =>
  code
    .replace(/,\s*key: "[^"]*"/g, "")
    .replace(/^ {2}name: "[^"]*",$/m, "")
    .replace(/,\s*aliases: \[[^\]]*\]/, "")
    .replace(/^__iconData\.node;$/m, "");

/** On one line, so that what follows stays on its own. */
function importsOf(names: string, modules: ReadonlyMap<string, string>): string {
  const imported = names.split(",").flatMap((entry) => {
    const [name = "", alias = name] = entry.trim().split(" as ");
    // Types leave nothing in the bundle.
    if (name === "" || name.startsWith("type ")) return [];
    const module = modules.get(name);
    if (module === undefined) throw new Error(`lucide-react has no icon ${name}`);
    return [`import ${alias} from "lucide-react/icons/${module}";`];
  });
  return imported.join(" ");
}

/** The index exports each icon under some names: `export { default as House, default as Home } from './icons/house.mjs'`. */
function modulesByName(index: string): ReadonlyMap<string, string> {
  return new Map(
    [...index.matchAll(/^export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs';$/gm)].flatMap(
      ([, names = "", module = ""]) =>
        [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]) => [name, module] as const),
    ),
  );
}
