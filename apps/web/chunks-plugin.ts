import type { Plugin } from "vite";

type Graph = {
  readonly getModuleIds: () => Iterable<string>;
  readonly getModuleInfo: (
    id: string,
  ) => { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
};

/**
 * What the pages of signed-in users share, what those that label have in common, what the annotation page shares with others, and
 * what each that labels has for itself.
 */
const CHUNKS = ["inside", "workbench", "dataset", "annotation", "tasks"] as const;
const TASK_AREAS =
  /\/features\/tasks\/(?:classification\/text-classification|tokens\/token-classification|text2text\/text-to-text)\.tsx$/;
type Chunk = (typeof CHUNKS)[number];

/**
 * A few files for what the pages that label load at once: eighty small ones compress 10 % worse and are as many requests.
 * What pages without a user load is left to the bundler, and so is what loads on demand.
 */
export function pageChunks() {
  let chunkOf: ReadonlyMap<string, Chunk> = new Map();
  const plugin: Plugin = {
    name: "page-chunks",
    apply: "build",
    buildEnd() {
      chunkOf = assign(this);
    },
  };
  const groups = CHUNKS.map((name) => ({ name, test: (id: string) => chunkOf.get(id) === name }));
  return { plugin, groups };
}

function assign(graph: Graph): Map<string, Chunk> {
  const pages = [...graph.getModuleIds()].filter((id) => /\/src\/app\/routes\/[\w-]+\.tsx$/.test(id));
  const named = (...names: string[]) => pages.filter((id) => names.some((name) => id.endsWith(`/routes/${name}.tsx`)));
  const atOnce = (...names: string[]) => reached(graph, named(...names), false);
  const everSeen = (...names: string[]) => reached(graph, named(...names), true);
  const withoutUser = atOnce("sign-in", "welcome", "error");
  const list = atOnce("inside", "datasets");
  const others = everSeen("datasets", "dataset-settings", "user-settings", "task-dataset-settings");
  const [feedback, tasks] = [atOnce("inside", "annotation"), atOnce("inside", "task-annotation")];
  // The answer areas come right after their page.
  const areas = [...graph.getModuleIds()].filter((id) => TASK_AREAS.test(id));
  const labeled = new Set([...tasks, ...reached(graph, areas, false)]);
  const chunks = new Map<string, Chunk>();
  for (const id of new Set([...feedback, ...tasks])) {
    if (withoutUser.has(id)) continue;
    if (list.has(id)) chunks.set(id, "inside");
    else if (feedback.has(id) && labeled.has(id)) chunks.set(id, "workbench");
    else if (feedback.has(id)) chunks.set(id, others.has(id) ? "dataset" : "annotation");
    else if (tasks.has(id) && !others.has(id)) chunks.set(id, "tasks");
  }
  return chunks;
}

/** The modules that some load, with those that they load at once; `later`: and with those that they load on demand. */
function reached(graph: Graph, from: readonly string[], later: boolean): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    const info = graph.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) visit(next);
    if (later) for (const next of info?.dynamicallyImportedIds ?? []) visit(next);
  };
  for (const id of from) visit(id);
  return found;
}
