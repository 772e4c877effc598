/** How the answers of one moment differ from those of another (SNP-09). */

/**
 * What somebody answered to one question of one record. `by` and `question` name it; `text` is the whole answer, so that
 * two answers are equal if their texts are. `labels`: its labels; empty for free texts and rankings.
 */
export type PlainAnswer = {
  readonly question: string;
  readonly by: string;
  readonly text: string;
  readonly labels: readonly string[];
};

export type AnswerChange = {
  readonly question: string;
  readonly by: string;
  /** Null: there was no answer, or there is none any more. */
  readonly before: string | null;
  readonly after: string | null;
};

/** `before` + `added` + `changedTo` = `after` + `changedFrom` + `gone`, for each label. */
export type LabelCounts = {
  readonly before: number;
  readonly after: number;
  /** In answers that were not there before, and in answers that are not there any more. */
  readonly added: number;
  readonly gone: number;
  /** In answers that had another label before, and in answers that have another one now. */
  readonly changedTo: number;
  readonly changedFrom: number;
};

/** `before` + `added` = `after` + `gone`; `changed` are among both. */
export type QuestionCounts = Pick<LabelCounts, "before" | "after" | "added" | "gone"> & {
  readonly changed: number;
  readonly labels: ReadonlyMap<string, LabelCounts>;
};

type Counting<T> = { -readonly [K in keyof T]: T[K] };
type Tallied = Counting<Omit<QuestionCounts, "labels">> & { readonly labels: Map<string, Counting<LabelCounts>> };

/** Counts the changes of many records, one record at a time. */
export function createComparison(questions: readonly string[]) {
  const known = new Map<string, Tallied>();
  const of = (question: string): Tallied => {
    const found = known.get(question) ?? { before: 0, after: 0, added: 0, changed: 0, gone: 0, labels: new Map() };
    known.set(question, found);
    return found;
  };
  for (const question of questions) of(question);
  const labelOf = ({ labels }: Tallied, label: string): Counting<LabelCounts> => {
    const found = labels.get(label) ?? { before: 0, after: 0, added: 0, gone: 0, changedTo: 0, changedFrom: 0 };
    labels.set(label, found);
    return found;
  };
  const countLabels = (tallied: Tallied, before: PlainAnswer | undefined, after: PlainAnswer | undefined) => {
    const [had, has] = [new Set(before?.labels), new Set(after?.labels)];
    for (const label of had) {
      labelOf(tallied, label).before++;
      if (!has.has(label)) labelOf(tallied, label)[after ? "changedFrom" : "gone"]++;
    }
    for (const label of has) {
      labelOf(tallied, label).after++;
      if (!had.has(label)) labelOf(tallied, label)[before ? "changedTo" : "added"]++;
    }
  };
  const count = (question: string, before: PlainAnswer | undefined, after: PlainAnswer | undefined) => {
    const tallied = of(question);
    if (before) tallied.before++;
    if (after) tallied.after++;
    if (!before) tallied.added++;
    else if (!after) tallied.gone++;
    else if (before.text !== after.text) tallied.changed++;
    countLabels(tallied, before, after);
  };
  return {
    /** Counts the answers of one record, and returns those that differ. */
    add: (before: readonly PlainAnswer[], after: readonly PlainAnswer[]): readonly AnswerChange[] => {
      const now = new Map(after.map((answer) => [keyOf(answer), answer]));
      const changes: AnswerChange[] = [];
      const look = (question: string, by: string, one: PlainAnswer | undefined, other: PlainAnswer | undefined) => {
        count(question, one, other);
        if (one?.text !== other?.text)
          changes.push({ question, by, before: one?.text ?? null, after: other?.text ?? null });
      };
      for (const answer of before) {
        look(answer.question, answer.by, answer, now.get(keyOf(answer)));
        now.delete(keyOf(answer));
      }
      for (const answer of now.values()) look(answer.question, answer.by, undefined, answer);
      return changes;
    },
    counts: (): ReadonlyMap<string, QuestionCounts> => known,
  };
}

const keyOf = ({ question, by }: PlainAnswer): string => JSON.stringify([question, by]);

export type ComparedQuestion = Omit<QuestionCounts, "labels"> & {
  readonly name: string;
  /** Those with the most changes first; `more` are not listed. */
  readonly labels: readonly (LabelCounts & { readonly label: string })[];
  readonly more: number;
};

/** A record with answers that differ. `isThere`: false if it is gone. */
export type ComparedRecord = {
  readonly id: string;
  readonly externalId: string | null;
  /** The beginning of its text. */
  readonly text: string;
  readonly isThere: boolean;
  /** The first of `all`. */
  readonly changes: readonly AnswerChange[];
  readonly all: number;
};

export type SnapshotComparison = {
  readonly records: Pick<LabelCounts, "before" | "after" | "added" | "gone">;
  readonly questions: readonly ComparedQuestion[];
  /** The first of the records that differ; `differing` is the number of all. */
  readonly items: readonly ComparedRecord[];
  readonly differing: number;
};
