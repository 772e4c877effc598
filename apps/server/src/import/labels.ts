import { counted, type Row, valueIn } from "./row.ts";
import type { AnswerWish, Decision } from "./wishes.ts";

/** The column of decisions and the meaning of its values; null means that the file has no such column. */
export type Answers = { readonly column: string; readonly decisions: ReadonlyMap<string, Decision> } | null;

const PRODIGY: ReadonlyMap<string, Decision> = new Map([
  ["accept", "accepted"],
  ["reject", "rejected"],
  ["ignore", "discarded"],
]);
const COLUMN = "answer";

type Columns = readonly { readonly name: string; readonly values: ReadonlyMap<string, unknown> }[];

/** Takes the column that the options name. Without options, takes a column in the form that Prodigy writes. */
export function answersIn(columns: Columns, wishes: readonly AnswerWish[]): Answers {
  const [first] = wishes;
  if (first)
    return {
      column: first.column,
      decisions: new Map(wishes.flatMap(({ decision, values }) => values.map((value) => [value, decision]))),
    };
  const found = columns.find(({ name }) => name === COLUMN);
  const isProdigy =
    found !== undefined && found.values.size > 0 && [...found.values.keys()].every((one) => PRODIGY.has(one));
  return isProdigy ? { column: COLUMN, decisions: PRODIGY } : null;
}

export function decisionOf(answers: Answers, row: Row): Decision {
  if (answers === null) return "accepted";
  return answers.decisions.get(String(valueIn(row, answers.column))) ?? "accepted";
}

const SUGGESTED = "whose labels are suggested as a person's";
const KEPT = "whose labels are no answer: nothing is suggested, and metadata of the record keeps what was rejected";
const ADDED = {
  accepted: SUGGESTED,
  rejected: KEPT,
  draft: SUGGESTED,
  discarded: "which were passed over: nothing is suggested, and metadata of the record keeps what was passed over",
};

/** What rows with a decision become; `added bare`: in a dataset that takes no metadata beyond its properties. */
const BECOME = {
  suggestions: {
    accepted: SUGGESTED,
    rejected: KEPT,
    draft: "whose answers are drafts",
    discarded: "which were passed over: nothing is suggested; nobody's answer says so, as nobody is named",
  },
  answers: {
    accepted: "whose labels are answers of their people",
    rejected: KEPT,
    draft: "whose answers are drafts",
    discarded: "which were passed over: their people's answers are discarded",
  },
  added: ADDED,
  "added bare": {
    ...ADDED,
    rejected: "whose labels are left out",
    discarded: "which were passed over: their labels are left out",
  },
  "task records": {
    accepted: "annotated and validated",
    rejected: "not annotated; metadata keeps what was rejected",
    draft: "annotated",
    discarded: "discarded",
  },
} satisfies { readonly [As: string]: { readonly [D in Decision]: string } };

/** Describes how rows with a decision are imported, with their count. */
export function answerWords(answers: Answers, columns: Columns, as: keyof typeof BECOME): string[] {
  const values = columns.find(({ name }) => name === answers?.column)?.values as
    | ReadonlyMap<string, { readonly count: number }>
    | undefined; // the type of the counted values
  return [...(answers?.decisions ?? [])].flatMap(([value, decision]) => {
    const count = values?.get(value)?.count ?? 0;
    return count === 0 ? [] : [`  ${answers?.column} "${value}": ${counted(count, "row")}, ${BECOME[as][decision]}`];
  });
}

/** Labels that may mean "no value"; a blank one is seen by nobody. */
const MISSING = /^(?:|nan|null|none|nil|n\/?a|<na>|#n\/?a|nat|undefined|missing|-+|\?+|\.+)$/i;

/**
 * Doubts about these labels that only the user can settle, one sentence each. `counts`: how often each label is in the file.
 */
export function labelDoubts(
  place: string,
  counts: ReadonlyMap<string, number>,
  missing: readonly string[] | null,
): string[] {
  const labels = [...counts.keys()];
  const words = (some: readonly string[]) =>
    some.map((one) => `${visible(one)} (${(counts.get(one) ?? 0).toLocaleString("en")})`).join(", ");
  const alike = [...Map.groupBy(labels, (label) => plain(label)).values()].filter((group) => group.length > 1);
  const none = missing === null ? labels.filter((label) => MISSING.test(label.trim())) : [];
  return [
    ...alike.map((group) => {
      const trims = new Set(group.map((label) => label.trim())).size < group.length;
      const way = trims ? "--trim takes the blanks around them away." : "Make them one in the file.";
      return `${place} has labels that look alike: ${words(group)}. ${way}`;
    }),
    ...(none.length === 0
      ? []
      : [
          `${place} has labels that look like no value: ${words(none)}. --missing ${none.map(quoted).join(",")} makes rows with them rows without a label.`,
        ]),
  ];
}

const quoted = (text: string) => (/[\s<>#?]/.test(text) ? `"${text}"` : text);

/** Signs that are not drawn, as U+200B and U+00AD. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const plain = (label: string): string =>
  label.normalize("NFKC").replaceAll(UNSEEN, "").trim().replaceAll(/\s+/g, " ").toLowerCase();

/** In quotes, with what nobody would see by its number. */
const visible = (label: string): string =>
  JSON.stringify(label).replaceAll(
    /\p{Default_Ignorable_Code_Point}|(?! )\p{Zs}|[\u0300-\u036f]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );

/** Finds a separator inside a label whose parts are labels too: `sport#news` beside `sport` and `news`. */
export function joinedBy(labels: ReadonlySet<string>): { readonly separator: string; readonly example: string } | null {
  for (const label of labels) {
    for (const separator of ["#", "|", ";", ",", "/", "+", "&"]) {
      const parts = label.split(separator).map((part) => part.trim());
      if (parts.length > 1 && parts.every((part) => labels.has(part))) return { separator, example: label };
    }
  }
  return null;
}
