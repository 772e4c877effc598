import type { Plugin } from "vite";

type Graph = {
  readonly getModuleIds: () => Iterable<string>;
  readonly getModuleInfo: (
    id: string,
  ) => { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
};

/**
 * What the pages of signed-in users share, what those that label have in common, what the labels of a record are in both families,
 * what the annotation page shares with others, what each that labels has for itself, what task pages load at once and the annotation
 * page on demand, what marks spans, and what is kept of somebody's work.
 */
const CHUNKS = [
  "inside",
  "workbench",
  "labels",
  "dataset",
  "annotation",
  "tasks",
  "later",
  "spans",
  "tokens",
  "kept",
] as const;
type Chunk = (typeof CHUNKS)[number];

/**
 * What a module says of itself in a comment, `// chunk: annotation`: where the modules belong that it loads at once. A page without
 * such a comment is one behind the sign-in that labels nothing. `first`: pages before the sign-in. `inside`: the frame of all pages
 * behind it. `list`: the page that comes after the sign-in. `annotation`, `tasks`: the pages that label. `labels`, `tokens`, `text`:
 * the answer areas of task datasets, which come right after their page. `spans`: what marks spans. `borrowed`: what does for a moment
 * on another page what one that labels does, such as showing labels or reading answers; it keeps nothing of that apart.
 */
const MARKS = [
  "first",
  "inside",
  "list",
  "annotation",
  "tasks",
  "labels",
  "tokens",
  "text",
  "spans",
  "borrowed",
] as const;
type Mark = (typeof MARKS)[number];
type Marked = (...marks: readonly Mark[]) => readonly string[];
const MARK = /^\/\/ chunk: (\w+)$/m;

const PAGE = /\/src\/app\/routes\/[\w-]+\.tsx$/;
const ICON = /\/lucide-react\/dist\/esm\/icons\//;
/**
 * Many parts that load on demand read some of it: each file more is named in every page's list of what it may need. This and the next
 * are about what the graph does not tell, so they go by name.
 */
const KEPT_WORK = /\/lib\/kept-work\/[\w-]+\.ts$/;
/** Parts of a library that only code asks for which loads on demand; the library's index names them all. */
const ON_DEMAND =
  /\/@tanstack\/.*\/(?:useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver)\.js$/;

/** And this only pages behind the sign-in ask for. */
const BEHIND_SIGN_IN = /\/@tanstack\/react-router\/dist\/esm\/useBlocker\.js$/;

/**
 * A few files for what the pages that label load at once: eighty small ones compress 10 % worse and are as many requests.
 * What pages without a user load is left to the bundler, and so is what loads on demand.
 */
export function pageChunks() {
  let chunkOf: ReadonlyMap<string, Chunk> = new Map();
  const marks = new Map<string, Mark>();
  const marked: Marked = (...names) => {
    const missing = names.find((name) => ![...marks.values()].includes(name));
    if (missing !== undefined) throw new Error(`No module says "chunk: ${missing}"`);
    return [...marks].filter(([, mark]) => names.includes(mark)).map(([id]) => id);
  };
  const plugin: Plugin = {
    name: "page-chunks",
    apply: "build",
    // Before comments are taken out.
    enforce: "pre",
    transform(code, id) {
      const name = id.includes("/node_modules/") ? undefined : MARK.exec(code)?.[1];
      if (name === undefined) return;
      const mark = MARKS.find((known) => known === name);
      if (mark === undefined) throw new Error(`${id} says "chunk: ${name}", which there is not`);
      marks.set(id, mark);
    },
    buildEnd(error) {
      if (error === undefined) chunkOf = assign(this, marked);
    },
  };
  const groups = CHUNKS.map((name) => ({ name, test: (id: string) => chunkOf.get(id) === name }));
  return { plugin, groups };
}

function assign(graph: Graph, marked: Marked): Map<string, Chunk> {
  const all = [...graph.getModuleIds()];
  const atOnce = (...marks: readonly Mark[]) =>
    reached(marked(...marks), (id) => graph.getModuleInfo(id)?.importedIds ?? []);
  const [withoutUser, list] = [atOnce("first"), atOnce("inside", "list")];
  const notOther = new Set(marked("first", "inside", "annotation", "tasks"));
  const otherPages = all.filter((id) => PAGE.test(id) && !notOther.has(id));
  const borrowed = new Set(marked("borrowed"));
  const others = reached(otherPages, (id) => {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    return [...importedIds, ...dynamicallyImportedIds.filter((later) => !borrowed.has(later))];
  });
  const [feedback, tasks] = [atOnce("inside", "annotation"), atOnce("inside", "tasks")];
  const onDemand = [...feedback].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  const later = reached(
    onDemand.filter((id) => !PAGE.test(id) && !borrowed.has(id)),
    (id) => graph.getModuleInfo(id)?.importedIds ?? [],
  );
  const [labels, withoutLabels] = [atOnce("labels"), atOnce("tokens", "text")];
  const chunkOf = (id: string): Chunk | null => {
    // An icon of a page that labels and of another one, which would load the other file of the first for it.
    if (list.has(id) || (ICON.test(id) && others.has(id))) return "inside";
    // Without a file for it, a filter that opens on the annotation page would load what task pages are made of.
    if (!feedback.has(id)) return others.has(id) ? null : later.has(id) ? "later" : "tasks";
    if (tasks.has(id) || withoutLabels.has(id)) return "workbench";
    // Pages of tokens or texts do without.
    if (labels.has(id)) return "labels";
    return others.has(id) ? "dataset" : "annotation";
  };
  const chunks = new Map<string, Chunk>();
  for (const id of new Set([...feedback, ...tasks])) {
    const isLeft = ON_DEMAND.test(id) || (withoutUser.has(id) && !BEHIND_SIGN_IN.test(id));
    const chunk = isLeft ? null : chunkOf(id);
    if (chunk !== null) chunks.set(id, chunk);
  }
  for (const id of all) if (KEPT_WORK.test(id) && !feedback.has(id) && !tasks.has(id)) chunks.set(id, "kept");
  // Spans are marked in a task and in a question of the other family: a file for what both load, and one for the rest of the task.
  const [spans, elsewhere] = [atOnce("spans"), atOnce("labels", "text")];
  for (const id of new Set([...atOnce("tokens"), ...spans]))
    if (!chunks.has(id) && !withoutUser.has(id) && !elsewhere.has(id))
      chunks.set(id, spans.has(id) ? "spans" : "tokens");
  return chunks;
}

/** Some modules with all that they load, by whatever `next` tells that one loads. */
function reached(from: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    next(id).forEach(visit);
  };
  from.forEach(visit);
  return found;
}
