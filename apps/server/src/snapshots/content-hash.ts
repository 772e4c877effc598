import { createHash } from "node:crypto";
import type { ContentHash } from "@postil/domain/datasets/snapshot";
import { isRawNumber, parseAsWritten } from "@postil/domain/text/json-text";

/**
 * The hash of a dataset's content, computed from the lines of its full export as JSON Lines (SNP-05). docs/snapshots.md
 * defines it so that anybody can compute it without Postil: change both together, with another number.
 */
const VERSION = "postil snapshot 1";

type Members = { readonly [name: string]: unknown };

/** What says how a file was written, and not what is in the dataset. */
const NOT_SETTINGS: ReadonlySet<string> = new Set(["version", "name", "guard", "pseudonyms", "snapshot"]);
/** Ids and times of feedback records, which an import makes anew. */
const NOT_CONTENT: ReadonlySet<string> = new Set(["id", "inserted_at", "updated_at"]);
/** The members of a task record that people gave it. */
const TASK_ANSWERS: ReadonlySet<string> = new Set(
  "label labels tags entities target annotation_agent status annotations".split(" "),
);
const DEFINITION = "postil";

/** Takes the lines of an export one after another; the first one has the definition of the dataset. */
export function createContentHasher() {
  let settings: string | null = null;
  let ofTask = false;
  const records: Buffer[] = [];
  const answers: Buffer[] = [];
  let responses = 0;

  const addFeedback = ({ suggestions, responses: given, ...record }: Members) => {
    const own = digestOf(canonical(without({ ...record, suggestions: sorted(suggestions) }, NOT_CONTENT)));
    records.push(own);
    const said = listOf(given).map((one) => without(one, NOT_CONTENT));
    responses += said.length;
    if (said.length > 0) answers.push(digestOf(canonical([own.toString("hex"), sorted(said)])));
  };
  const addTask = (line: Members) => {
    const own = digestOf(canonical(without(line, new Set([...TASK_ANSWERS, "last_updated"]))));
    const said = Object.fromEntries(Object.entries(line).filter(([name]) => TASK_ANSWERS.has(name)));
    records.push(own);
    if (typeof said.annotation_agent === "string") responses++;
    answers.push(digestOf(canonical([own.toString("hex"), said])));
  };
  return {
    add: (text: string): void => {
      const { [DEFINITION]: definition, ...line } = asMembers(parseAsWritten(text));
      if (definition !== undefined && settings === null) {
        const members = asMembers(definition);
        ofTask = "task" in members;
        settings = canonical(without(members, NOT_SETTINGS));
      }
      // A dataset without records is its definition alone.
      if (Object.keys(line).length > 0) (ofTask ? addTask : addFeedback)(line);
    },
    counts: () => ({ records: records.length, answers: responses }),
    end: (): ContentHash => {
      const parts = {
        settings: digestOf(settings ?? "null").toString("hex"),
        records: digestOfAll(records),
        answers: digestOfAll(answers),
      };
      return { ...parts, hash: hashOf(parts) };
    },
  };
}

/** The hash of a dataset from the digests of its parts. */
export const hashOf = ({ settings, records, answers }: Omit<ContentHash, "hash">): string =>
  digestOf(`${VERSION}\nsettings ${settings}\nrecords ${records}\nanswers ${answers}\n`).toString("hex");

const digestOf = (text: string): Buffer => createHash("sha256").update(text, "utf8").digest();

/** Of a bag of digests: their order in the file does not matter. */
const digestOfAll = (digests: readonly Buffer[]): string =>
  createHash("sha256")
    .update(Buffer.concat(digests.toSorted(Buffer.compare)))
    .digest("hex");

class NoObject extends Error {
  override readonly name = "NoObject";
}

function asMembers(value: unknown): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members; // as just checked
  throw new NoObject("it is no object");
}

const without = (value: unknown, names: ReadonlySet<string>): Members =>
  Object.fromEntries(Object.entries(asMembers(value)).filter(([name]) => !names.has(name)));

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A list whose order means nothing, in the order of its texts; anything else as it is. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value
        .map((item) => ({ item, text: canonical(item) }))
        .toSorted((one, other) => (one.text < other.text ? -1 : 1))
        .map(({ item }) => item)
    : value;

/** Deeper values are no records of a dataset. */
const DEEPEST = 1000;

/** JSON without blanks, with members by their names (RFC 8785, 3.2.3), and with numbers as they are written. */
function canonical(value: unknown, depth = 0): string {
  if (typeof value !== "object" || value === null || isRawNumber(value)) return JSON.stringify(value);
  if (depth > DEEPEST) throw new NoObject("it is nested too deeply");
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join()}]`;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner, depth + 1)}`).join()}}`;
}
