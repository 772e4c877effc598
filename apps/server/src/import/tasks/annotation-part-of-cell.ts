import type { Task } from "@postil/domain/datasets/dataset-links";
import { BadValue } from "../to-record.ts";

/**
 * Converts predictions and annotations of files into the wire format. The 1.x client writes labels in three forms: bare, as
 * `{label, score}`, or as pairs. It writes entities the same way with their offsets, and texts bare or with a score. Server
 * replies have `{agent, labels}`.
 */

type Members = { readonly [name: string]: unknown };
export type WireAnnotationPart = Members & { readonly agent: string };

/** The place of a value. Its side decides what a list of a text and a number means. */
export type Said = {
  readonly task: Task;
  readonly side: "prediction" | "annotation";
  readonly column: string;
  /** True if the row itself has the status "validated", whatever else it holds. */
  readonly isFinal?: boolean;
};

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Items = {
  readonly list: string;
  /** The wire name of an item, and the other names that a file may use. */
  readonly name: string;
  readonly names: readonly string[];
  /** The length of an item that is written as a list; `most` includes the score. */
  readonly least: number;
  readonly most: number;
  readonly ofList: (item: readonly unknown[]) => Members;
  readonly otherwise: string;
};

const ITEMS: { readonly [T in Task]: Items } = {
  TextClassification: {
    list: "labels",
    name: "class",
    names: ["class", "class_label", "label"],
    least: 1,
    most: 2,
    ofList: ([name, score]) => scored({ class: name }, score),
    otherwise: "is no label; labels are texts, {label, score} or [label, score]",
  },
  TokenClassification: {
    list: "entities",
    name: "label",
    names: ["label"],
    least: 3,
    most: 4,
    ofList: ([first, second, third, score]) =>
      // Doccano writes the label after the offsets.
      scored(
        typeof first === "number"
          ? { label: third, start: first, end: second }
          : { label: first, start: second, end: third },
        score,
      ),
    otherwise: "is no entity; entities are {label, start, end} or [label, start, end], each also with a score",
  },
  Text2Text: {
    list: "sentences",
    name: "text",
    names: ["text"],
    least: 1,
    most: 2,
    ofList: ([text, score]) => scored({ text }, score),
    otherwise: "is no text; texts are bare, {text, score} or [text, score]",
  },
};

const scored = (part: Members, score: unknown): Members =>
  score === undefined || score === null ? part : { ...part, score };

/**
 * The annotation or prediction of one agent; null if the cell is empty. Throws a {@link BadValue} if the cell is not valid.
 */
export function annotationPartOfCell(said: Said, cell: unknown, agent: string): WireAnnotationPart | null {
  if (cell === undefined || cell === null || cell === "") return null;
  const { list } = ITEMS[said.task];
  if (isMembers(cell) && list in cell) return { agent, ...cell };
  const items = Array.isArray(cell) && !isOneItem(said, cell) ? cell : [cell];
  // Tokens may have no entities, but a text without labels has not been labeled yet.
  if (items.length === 0 && said.task !== "TokenClassification" && !said.isFinal) return null;
  return { agent, [list]: items.map((item: unknown) => itemOf(said, item)) };
}

/** True if the list is one item: a text and its numbers. Annotated labels have no scores, so there the list is two labels. */
function isOneItem({ task, side }: Said, [name, ...numbers]: readonly unknown[]): boolean {
  if (task === "TextClassification" && side === "annotation") return false;
  const { least, most } = ITEMS[task];
  const isLong = numbers.length >= Math.max(least - 1, 1) && numbers.length < most;
  return typeof name === "string" && isLong && numbers.every((one) => typeof one === "number");
}

function itemOf({ task, column }: Said, item: unknown): unknown {
  const { name, least, most, ofList, otherwise } = ITEMS[task];
  const refuse = () => new BadValue(column, item, otherwise);
  if (Array.isArray(item)) {
    if (item.length < least || item.length > most) throw refuse();
    return ofList(item);
  }
  if (!isMembers(item)) {
    if (least > 1) throw refuse();
    return { [name]: item };
  }
  // An entity is not a label, although it has one.
  if (!isNamed(task, item) || (least === 1 && "start" in item)) throw refuse();
  const { label, score, ...rest } = item;
  return scored({ ...rest, ...(label === undefined ? {} : { [name]: label }) }, score);
}

const isNamed = (task: Task, value: Members): boolean => ITEMS[task].names.some((name) => name in value);

/** True if the cell maps agents to their values. False if it is the value of one agent. */
export const isByAgent = (task: Task, cell: unknown): cell is Members =>
  isMembers(cell) && !("agent" in cell) && !(ITEMS[task].list in cell) && !isNamed(task, cell);

/** The values of all agents, by agent. */
export function byAgentOfCell(said: Said, cell: Members): Members {
  const everybody = Object.entries(cell).map(([agent, part]) => {
    const { agent: _, ...bare } = annotationPartOfCell(said, part, agent) ?? { agent };
    return [agent, bare];
  });
  return Object.fromEntries(everybody);
}
