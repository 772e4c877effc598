// The JavaScript a page loads at once, gzip: what the entry document and the page's own module import statically, all the
// way down, as the build's manifest tells it. What opens later (menus, dialogs, markdown) is not in it.
import { readFileSync } from "node:fs";

const DIST = "apps/web/dist";
const manifest = JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, "utf8"));

/** Loaded before anything is painted: the entry and the texts. */
const ALWAYS = ["index.html", "src/lib/i18n/en.ts"];

function filesOf(modules) {
  const files = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no module ${key}; is .size-limit.mjs up to date?`);
    const file = `${DIST}/${chunk.file}`;
    if (files.has(file)) return;
    files.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of [...ALWAYS, ...modules]) visit(key);
  return [...files].filter((file) => file.endsWith(".js"));
}

const route = (name) => `src/app/routes/${name}.tsx`;
/** Every page of a signed-in user has this frame. */
const inside = (name) => [route("inside"), route(name)];

/** The answer areas, each with its own code. */
const TASKS = ["classification/text-classification", "tokens/token-classification", "text2text/text-to-text"];

export default [
  { name: "sign-in page", path: filesOf([route("sign-in")]), gzip: true, limit: "140 kB" },
  { name: "annotation page", path: filesOf(inside("annotation")), gzip: true, limit: "230 kB" },
  ...TASKS.map((task) => ({
    name: `records of ${task}`,
    path: filesOf([...inside("task-annotation"), `src/features/tasks/${task}.tsx`]),
    gzip: true,
    limit: "230 kB",
  })),
];
