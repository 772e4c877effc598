import type { Plugin } from "vite";

type Graph = {
  readonly getModuleIds: () => Iterable<string>;
  readonly getModuleInfo: (
    id: string,
  ) => { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
};

/**
 * What the pages of signed-in users share, what those that label have in common, what the labels of a record are in both families,
 * what the annotation page shares with others, what each that labels has for itself, what marks spans, and what is kept of somebody's work.
 */
const CHUNKS = ["inside", "workbench", "labels", "dataset", "annotation", "tasks", "spans", "tokens", "kept"] as const;
const TASK_AREAS =
  /\/features\/tasks\/(?:classification\/text-classification|tokens\/token-classification|text2text\/text-to-text)\.tsx$/;
/**
 * Parts of the settings that do for a moment what a page that labels does, such as showing labels or reading answers: they load what they
 * need of it and keep nothing of that apart.
 */
const BORROWS =
  /\/(?:tasks\/preview\/labels-preview\.tsx|tasks\/page\/listed-commands\.ts|unsent\/(?:feedback|task)-records\.ts)$/;
/** Many parts that load on demand read some of it: each file more is named in every page's list of what it may need. */
const KEPT_WORK = /\/lib\/kept-work\/[\w-]+\.ts$/;
/** Parts of a library that only code asks for which loads on demand; the library's index names them all. */
const ON_DEMAND =
  /\/@tanstack\/.*\/(?:useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver)\.js$/;
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
  const isOfLabels = (id: string) => /\/text-classification\.tsx$/.test(id);
  const labels = reached(graph, areas.filter(isOfLabels), false);
  const withoutLabels = reached(
    graph,
    areas.filter((id) => !isOfLabels(id)),
    false,
  );
  const inBoth = (id: string) => tasks.has(id) || withoutLabels.has(id);
  const chunkOf = (id: string): Chunk | null => {
    if (list.has(id)) return "inside";
    if (!feedback.has(id)) return others.has(id) ? null : "tasks";
    if (inBoth(id)) return "workbench";
    // Pages of tokens or texts do without.
    if (labels.has(id)) return "labels";
    return others.has(id) ? "dataset" : "annotation";
  };
  const chunks = new Map<string, Chunk>();
  for (const id of new Set([...feedback, ...tasks])) {
    const chunk = withoutUser.has(id) || ON_DEMAND.test(id) ? null : chunkOf(id);
    if (chunk !== null) chunks.set(id, chunk);
  }
  for (const id of graph.getModuleIds())
    if (KEPT_WORK.test(id) && !feedback.has(id) && !tasks.has(id)) chunks.set(id, "kept");
  const marking = ofMarking(graph, areas);
  for (const [id, chunk] of marking) if (!chunks.has(id) && !withoutUser.has(id)) chunks.set(id, chunk);
  return chunks;
}

/** Spans are marked in a task and in a question of the other family: a file for what both load, and one for the rest of the task. */
function ofMarking(graph: Graph, areas: readonly string[]): ReadonlyMap<string, Chunk> {
  const elsewhere = reached(
    graph,
    areas.filter((id) => !id.includes("/tokens/")),
    false,
  );
  const from = (end: string) => [...graph.getModuleIds()].filter((id) => id.endsWith(end));
  const found = new Map<string, Chunk>();
  for (const id of reached(graph, from("/tokens/token-classification.tsx"), false)) found.set(id, "tokens");
  for (const id of reached(graph, from("/workbench/spans/span-text.tsx"), false)) found.set(id, "spans");
  for (const id of elsewhere) found.delete(id);
  return found;
}

/** The modules that some load, with those that they load at once; `later`: and with those that they load on demand. */
function reached(graph: Graph, from: readonly string[], later: boolean): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    const info = graph.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) visit(next);
    if (later) for (const next of info?.dynamicallyImportedIds ?? []) if (!BORROWS.test(next)) visit(next);
  };
  for (const id of from) visit(id);
  return found;
}
