import type { Task } from "@postil/domain/datasets/dataset-links";

/**
 * Predictions and annotations as files have them, in the wire's form. The 1.x client writes labels bare, as `{label, score}` or as
 * pairs, entities with their offsets likewise, and texts bare or with a score; replies of the server have `{agent, labels}`.
 */

type Members = { readonly [name: string]: unknown };
export type WireAnnotationPart = Members & { readonly agent: string };

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** How the items of a task's parts are called, and how one of them is written that is no object. */
const ITEMS: {
  readonly [T in Task]: {
    readonly list: string;
    readonly name: string;
    readonly ofList: (item: readonly unknown[]) => Members;
  };
} = {
  TextClassification: { list: "labels", name: "class", ofList: ([name, score]) => scored({ class: name }, score) },
  TokenClassification: {
    list: "entities",
    name: "label",
    ofList: ([label, start, end, score]) => scored({ label, start, end }, score),
  },
  Text2Text: { list: "sentences", name: "text", ofList: ([text, score]) => scored({ text }, score) },
};

const scored = (part: Members, score: unknown): Members =>
  score === undefined || score === null ? part : { ...part, score };

/** What one agent says; null: nothing. What cannot be read is left for the server's own words. */
export function annotationPartOfCell(task: Task, cell: unknown, agent: string): WireAnnotationPart | null {
  if (cell === undefined || cell === null || cell === "") return null;
  const { list } = ITEMS[task];
  if (isMembers(cell) && list in cell) return { agent, ...cell };
  const items = Array.isArray(cell) ? cell : [cell];
  return { agent, [list]: items.map((item) => itemOf(task, item)) };
}

function itemOf(task: Task, item: unknown): unknown {
  const { name, ofList } = ITEMS[task];
  if (Array.isArray(item)) return ofList(item);
  if (!isMembers(item)) return { [name]: item };
  const { label, score, ...rest } = item;
  return scored({ ...rest, ...(label === undefined ? {} : { [name === "class" ? name : "label"]: label }) }, score);
}

/** Everybody's by agent, where a cell maps agents to what they say. */
export function byAgentOfCell(task: Task, cell: unknown): Members | null {
  if (!isMembers(cell)) return null;
  const everybody = Object.entries(cell).map(([agent, part]) => {
    const { agent: _, ...bare } = annotationPartOfCell(task, part, agent) ?? { agent };
    return [agent, bare];
  });
  return Object.fromEntries(everybody);
}
