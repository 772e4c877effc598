import { parseWithNames } from "@postil/domain/text/json-text";
import type { Column } from "../columns.ts";
import { type Row, valueIn } from "../row.ts";
import type { QuestionWish } from "../wishes.ts";
import {
  isObject,
  listIn,
  questionsOf,
  type Shape,
  type ShapeWishes,
  type Turned,
  unasked,
  unfolded,
  without,
} from "./members.ts";

/** What the official clients write: feedback datasets of 1.x, records of 2.x, and records of the older family. */

const USER = "user";
const STATUS = "answer status";
const suggested = (question: string) => `${question}.suggestion`;
const agentOf = (question: string) => `${question}.suggestion.agent`;
const scoreOf = (question: string) => `${question}.suggestion.score`;

type Answer = { readonly user: unknown; readonly value: unknown; readonly status: unknown };
type Asked = {
  readonly question: string;
  readonly answers: readonly Answer[];
  readonly suggestion: { readonly value: unknown; readonly agent: unknown; readonly score: unknown } | null;
};

/**
 * One row for each person who answered: the first of them in the row itself. A second answer of a person has a row of its
 * own, which is refused where the answers are put together.
 */
function turned(own: readonly (readonly [string, unknown])[], asked: readonly Asked[]): Turned {
  const people = new Map<string, { [column: string]: unknown }[]>();
  const nothing = Object.fromEntries(asked.map(({ question }) => [question, null]));
  for (const { question, answers } of asked) {
    const given = new Map<string, number>();
    for (const { user, value, status } of answers) {
      const name = String(user ?? "");
      const rows = people.get(name) ?? [];
      const at = given.get(name) ?? 0;
      const row = rows[at] ?? { ...nothing, [USER]: user ?? null, [STATUS]: status ?? null };
      row[question] = plain(value);
      rows[at] = row;
      people.set(name, rows);
      given.set(name, at + 1);
    }
  }
  const [first = {}, ...also] = [...people.values()].flat();
  const guesses = asked.flatMap(({ question, suggestion }) =>
    suggestion === null || suggestion.value === null || suggestion.value === undefined
      ? []
      : [
          [suggested(question), plain(suggestion.value)] as const,
          [agentOf(question), suggestion.agent ?? null] as const,
          [scoreOf(question), suggestion.score ?? null] as const,
        ],
  );
  return { row: Object.fromEntries([...own, ...Object.entries(first), ...guesses]), also };
}

/** A ranking as the list of its options, the best first. */
function plain(value: unknown): unknown {
  const list = listIn(value);
  const isRanking = list.length > 0 && list.every((one) => isObject(one) && "rank" in one && "value" in one);
  if (!isRanking) return value;
  const ranked = list.flatMap((one) => (isObject(one) ? [one] : []));
  return ranked.toSorted((a, b) => Number(a.rank) - Number(b.rank)).map((one) => one.value);
}

const DECIDED = [
  { decision: "discarded" as const, column: STATUS, values: ["discarded"] },
  { decision: "draft" as const, column: STATUS, values: ["draft"] },
];

function wishesOf(columns: readonly Column[], names: readonly string[]): ShapeWishes {
  const has = (name: string) => columns.some((column) => column.name === name);
  const questions = names.flatMap((name, index): QuestionWish[] => {
    if (has(name)) return questionsOf(columns, [name], suggested);
    return questionsOf(columns, [suggested(name)]).map((wish) => unasked(wish, name, index === 0));
  });
  const guessed = questions.filter(({ name }) => has(suggested(name)));
  const answered = questions.filter(({ name }) => has(name));
  return {
    questions,
    suggestions: guessed.map(({ name }) => ({
      ...{ question: name, column: suggested(name) },
      ...{ agent: { column: agentOf(name) }, score: { column: scoreOf(name) } },
    })),
    responses: answered.map(({ name }) => ({ column: name, question: name, by: { column: USER } })),
    answers: has(STATUS) ? DECIDED : [],
    ignored: [
      ...guessed.flatMap(({ name }) => [agentOf(name), scoreOf(name)]),
      ...(answered.length > 0 ? [USER, STATUS] : []),
    ],
  };
}

/** A column without a value takes no name from another. */
const namesIn = (row: Row): readonly string[] => Object.keys(row).filter((name) => valueIn(row, name) !== null);

/**
 * The members of some columns, or of their JSON, by their own names where nothing else has them. The first rows decide
 * the names, so that all rows agree. `taken`: names that are somebody else's.
 */
function createSpread(first: readonly Row[], columns: readonly string[], taken: Iterable<string>) {
  const used = new Set([...taken, ...first.flatMap(namesIn)]);
  const names = new Map<string, string>();
  const nameOf = (path: string, own: string): string => {
    const known = names.get(path);
    if (known !== undefined) return known;
    const name = own === "" || used.has(own) ? path : own;
    names.set(path, name);
    used.add(name);
    return name;
  };
  const spread = (row: Row, column: string): (readonly [string, unknown])[] => {
    const value = row[column];
    const members = typeof value === "string" && value.startsWith("{") ? parsed(value) : value;
    return unfolded({ [column]: members }, column).map(([path, one]) => {
      const name = nameOf(path, path.slice(column.length + 1));
      return [name !== path && valueIn(row, name) !== null ? path : name, one] as const;
    });
  };
  for (const column of columns) for (const row of first) spread(row, column);
  return spread;
}

/** The columns in which answers and suggestions stand. */
const columnsOf = (questions: readonly string[]): readonly string[] =>
  questions.length === 0
    ? []
    : [USER, STATUS, ...questions.flatMap((name) => [name, suggested(name), agentOf(name), scoreOf(name)])];

function parsed(text: string): unknown {
  try {
    return parseWithNames(text);
  } catch {
    return text;
  }
}

const KEPT_BY_CLIENT = ["_server_id", "inserted_at", "updated_at"];

/** A column of lists by person, as objects or, from Parquet and pandas, as one object of lists. */
function answersIn(value: unknown): readonly Answer[] {
  if (Array.isArray(value))
    return value.flatMap((one) =>
      isObject(one) ? [{ user: one.user_id ?? null, value: one.value ?? null, status: one.status ?? null }] : [],
    );
  if (!isObject(value)) return [];
  const users = listIn(value.user_id);
  return listIn(value.value).map((one, at) => ({
    ...{ user: users[at] ?? null, value: one },
    status: listIn(value.status)[at] ?? null,
  }));
}

const feedbackQuestions = (rows: readonly Row[]): readonly string[] => [
  ...new Set(
    rows.flatMap((row) => Object.keys(row).filter((name) => `${name}-suggestion` in row && name !== "external_id")),
  ),
];

export const FROM_FEEDBACK: Shape = {
  key: "argilla-feedback",
  name: "a feedback dataset of the 1.x client",
  sign: (rows) => {
    const [name] = feedbackQuestions(rows);
    return name === undefined ? null : `"${name}" has a column "${name}-suggestion"`;
  },
  becomes:
    'answers are their people\'s, suggestions have their agent and score, members of "metadata" and "vectors" become columns',
  turn: (first) => {
    const names = feedbackQuestions(first);
    const gone = new Set([
      ...names.flatMap((name) => [name, `${name}-suggestion`, `${name}-suggestion-metadata`]),
      ...["metadata", "vectors"],
    ]);
    const spread = createSpread(first, ["metadata", "vectors"], [...gone, ...columnsOf(names)]);
    return (row) => {
      const own = [...without(row, gone), ...spread(row, "metadata"), ...spread(row, "vectors")];
      const asked = names.map((question): Asked => {
        const about = row[`${question}-suggestion-metadata`];
        const { agent = null, score = null } = isObject(about) ? about : {};
        const value = row[`${question}-suggestion`] ?? null;
        return { question, answers: answersIn(row[question]), suggestion: { value, agent, score } };
      });
      return turned(own, asked);
    };
  },
  wishes: (columns, first) => wishesOf(columns, feedbackQuestions(first)),
};

const recordQuestions = (rows: readonly Row[]): readonly string[] => [
  ...new Set(
    rows.flatMap((row) => [
      ...Object.keys(row).flatMap((name) => /^(.+)\.(?:responses|suggestion)$/.exec(name)?.[1] ?? []),
      ...(isNested(row) ? [...Object.keys(Object(row.responses)), ...Object.keys(Object(row.suggestions))] : []),
    ]),
  ),
];

/** `to_dict()` of a record, and a line of `to_json`. */
const isNested = (row: Row): boolean => isObject(row.fields) && (isObject(row.suggestions) || isObject(row.responses));

export const FROM_RECORDS: Shape = {
  key: "argilla-records",
  name: "records of the 2.x client",
  sign: (rows) => {
    if (rows.every(isNested)) return 'its rows have "fields" with "suggestions" and "responses"';
    const [name] = recordQuestions(rows);
    return name === undefined ? null : `"${name}" has responses or a suggestion in columns of their own`;
  },
  becomes: "answers are their people's, suggestions have their agent and score",
  turn: (first) => {
    const names = recordQuestions(first);
    const gone = new Set([
      ...KEPT_BY_CLIENT,
      ...names.flatMap((name) => [`${name}.responses`, `${name}.responses.users`, `${name}.responses.status`]),
      ...names.flatMap((name) => [suggested(name), agentOf(name), scoreOf(name)]),
    ]);
    const ofMembers = ["fields", "metadata", "vectors"];
    const parts = new Set([...gone, ...ofMembers, "suggestions", "responses"]);
    const spread = createSpread(first.filter(isNested), ofMembers, [...parts, ...columnsOf(names)]);
    return (row) => {
      if (!isNested(row))
        return turned(
          without(row, gone),
          names.map((question): Asked => {
            const [users, status] = [`${question}.responses.users`, `${question}.responses.status`].map(
              (name) => row[name],
            );
            const answers = listIn(row[`${question}.responses`]).map((value, at) => ({
              ...{ value, user: listIn(users)[at] ?? null, status: listIn(status)[at] ?? null },
            }));
            const value = row[suggested(question)] ?? null;
            return {
              question,
              answers,
              suggestion: { value, agent: row[agentOf(question)], score: row[scoreOf(question)] },
            };
          }),
        );
      const own = ofMembers.flatMap((name) => spread(row, name));
      return turned(
        [...without(row, parts), ...own],
        names.map((question): Asked => {
          const suggestion = Object(row.suggestions)[question];
          const { value = null, agent = null, score = null } = isObject(suggestion) ? suggestion : {};
          return { question, answers: answersIn(Object(row.responses)[question]), suggestion: { value, agent, score } };
        }),
      );
    };
  },
  wishes: (columns, first) => wishesOf(columns, recordQuestions(first)),
};

/** The server counts these again; the last are empty in most files. */
const COUNTED = ["metrics", "search_keywords", "explanation", "multi_label", "event_timestamp", "last_updated"];

/** `[label, start, end]` and `[label, start, end, score]` of the older clients. */
function entity(value: unknown): unknown {
  if (!Array.isArray(value) || value.length < 3 || typeof value[0] !== "string" || !Number.isInteger(value[1]))
    return value;
  const [label, start, end, score] = value;
  return { start, end, label, ...(typeof score === "number" ? { score } : {}) };
}

export const FROM_TASKS: Shape = {
  key: "argilla-tasks",
  name: "records of the older family, from the 1.x client",
  sign: (rows) =>
    rows.every((row) => "prediction_agent" in row && "annotation_agent" in row)
      ? 'its rows have "prediction_agent" and "annotation_agent"'
      : null,
  becomes:
    'members of "inputs", "metadata" and "vectors" become columns, entities become spans, what the server counts is left out',
  turn: (first) => {
    const ofMembers = ["inputs", "metadata", "vectors"];
    const gone = new Set([...COUNTED, ...ofMembers]);
    const goneWithText = new Set([...gone, "text"]);
    const spread = createSpread(first, ofMembers, gone);
    return (row) => ({
      row: Object.fromEntries([
        ...(typeof row.text === "string" ? [] : spread(row, "inputs")),
        ...without(row, isObject(row.inputs) && valueIn(row, "text") === null ? goneWithText : gone).map(
          ([name, value]): [string, unknown] => [
            name,
            (name === "prediction" || name === "annotation") && Array.isArray(value) ? value.map(entity) : value,
          ],
        ),
        ...spread(row, "metadata"),
        ...spread(row, "vectors"),
      ]),
    });
  },
};
