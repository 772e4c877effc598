import type { Plugin } from "vite";

const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/**
 * What the library says of an icon besides its shape is left out of the bundle: keys for React, for shapes whose parts never change
 * their order, and names that become classes no style knows. It is random letters for the most part, which hardly compress.
 */
export function leanIcons(): Plugin {
  return {
    name: "lean-icons",
    apply: "build",
    transform: {
      filter: { id: ICON },
      handler: (code) => ({
        code: code
          .replace(/,\s*key: "[^"]*"/g, "")
          .replace(/^ {2}name: "[^"]*",$/m, "")
          .replace(/,\s*aliases: \[[^\]]*\]/, "")
          .replace(/^__iconData\.node;$/m, ""),
        map: null,
      }),
    },
  };
}
