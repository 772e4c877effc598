import { createRequire } from "node:module";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const OWN = "\0lean-react:";
const MODULES: ReadonlySet<string> = new Set(["react", "react/jsx-runtime"]);

/**
 * React comes as CommonJS, so every call of it in the bundle would be `(0, react.jsx)(...)`: here each export has a name of its own,
 * and minifying makes a letter of it. The names are all that a module of React has; what nobody imports is left out.
 */
export function leanReact(): Plugin {
  return {
    name: "lean-react",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer, { kind }) {
      const isOwn = importer?.startsWith(OWN) === true;
      return MODULES.has(source) && !isOwn && kind === "import-statement" ? OWN + source : null;
    },
    load(id) {
      // Since version 18 React has what this makes up for.
      if (/use-sync-external-store-shim\.production\.js$/.test(id))
        return 'exports.useSyncExternalStore = require("react").useSyncExternalStore;';
      if (!id.startsWith(OWN)) return null;
      const source = id.slice(OWN.length);
      const names = Object.keys(require(source)).filter((name) => !/^(default|act)$|^__/.test(name));
      const exported = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => react.${name})();`);
      return [`import react from "${source}";`, "export default react;", ...exported].join("\n");
    },
  };
}
