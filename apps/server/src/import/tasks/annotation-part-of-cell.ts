import type { Task } from "@postil/domain/datasets/dataset-links";
import { BadValue } from "../to-record.ts";

/**
 * Predictions and annotations as files have them, in the wire's form. The 1.x client writes labels bare, as `{label, score}` or as
 * pairs, entities with their offsets likewise, and texts bare or with a score; replies of the server have `{agent, labels}`.
 */

type Members = { readonly [name: string]: unknown };
export type WireAnnotationPart = Members & { readonly agent: string };

/** Where something is said: whose column it is tells what a list of a text and a number means. */
export type Said = {
  readonly task: Task;
  readonly side: "prediction" | "annotation";
  readonly column: string;
  /** The row says itself that it is validated, whatever it has. */
  readonly isFinal?: boolean;
};

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Items = {
  readonly list: string;
  /** What an item is called on the wire, and how else a file may call it. */
  readonly name: string;
  readonly names: readonly string[];
  /** How many members an item has that is written as a list: with the score the most. */
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
      // Doccano has the label behind its place.
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

/** What one agent says; null: nothing. Throws a {@link BadValue} for what says neither. */
export function annotationPartOfCell(said: Said, cell: unknown, agent: string): WireAnnotationPart | null {
  if (cell === undefined || cell === null || cell === "") return null;
  const { list } = ITEMS[said.task];
  if (isMembers(cell) && list in cell) return { agent, ...cell };
  const items = Array.isArray(cell) && !isOneItem(said, cell) ? cell : [cell];
  // Tokens may have no entities; a text without labels has not been labeled.
  if (items.length === 0 && said.task !== "TokenClassification" && !said.isFinal) return null;
  return { agent, [list]: items.map((item: unknown) => itemOf(said, item)) };
}

/** A text and its numbers, beside no other. Annotated labels have no scores: there it is two labels. */
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
  // An entity is no label, though it has one.
  if (!isNamed(task, item) || (least === 1 && "start" in item)) throw refuse();
  const { label, score, ...rest } = item;
  return scored({ ...rest, ...(label === undefined ? {} : { [name]: label }) }, score);
}

const isNamed = (task: Task, value: Members): boolean => ITEMS[task].names.some((name) => name in value);

/** Whether a cell maps agents to what they say, and is not what one says. */
export const isByAgent = (task: Task, cell: unknown): cell is Members =>
  isMembers(cell) && !("agent" in cell) && !(ITEMS[task].list in cell) && !isNamed(task, cell);

/** Everybody's by agent. */
export function byAgentOfCell(said: Said, cell: Members): Members {
  const everybody = Object.entries(cell).map(([agent, part]) => {
    const { agent: _, ...bare } = annotationPartOfCell(said, part, agent) ?? { agent };
    return [agent, bare];
  });
  return Object.fromEntries(everybody);
}
