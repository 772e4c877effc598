import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import { type ExportedResponse, type ExportedSuggestion, type ExportScope, responseOfRow } from "./exported-parts.ts";
import type { Tables } from "./tables.ts";
import { vectorFromBytes } from "./vector-bytes.ts";
import { vectorsAt } from "./vectors-at.ts";

/** The attachments of one record. Each is read only on request: together they may not fit in memory. */
export type RecordParts = {
  /** Number of wanted suggestions and responses. */
  readonly counts: { readonly suggestions: number; readonly responses: number };
  readonly suggestion: (question: string) => Promise<ExportedSuggestion | null>;
  /** In order of creation. */
  readonly responses: () => AsyncGenerator<ExportedResponse>;
  readonly vector: (name: string) => Promise<readonly number[] | null>;
};

export async function readRecordParts(db: Kysely<Tables>, scope: ExportScope, seq: number): Promise<RecordParts> {
  const { datasetKey, questions, vectors } = scope;
  const keyed = scope.withSuggestions ? await suggestedAt(db, datasetKey, seq) : [];
  const keys = new Map(keyed.flatMap(({ question_key: key }) => keyOf(questions.get(key), key)));
  const users = scope.withResponses ? await respondedAt(db, datasetKey, seq) : [];
  return {
    counts: { suggestions: keys.size, responses: users.length },
    suggestion: async (question) => {
      const key = keys.get(question);
      const [found] = key === undefined ? [] : await suggestionAt(db, datasetKey, seq, key);
      return found ? { question, ...found } : null;
    },
    responses: async function* () {
      for (const { user_key } of users.toSorted((a, b) => a.inserted_at - b.inserted_at))
        for (const row of await responseAt(db, datasetKey, seq, user_key)) yield responseOfRow(row);
    },
    vector: async (name) => {
      const kind = vectors.find((one) => one.name === name);
      const [found] = kind ? await vectorsAt(db, datasetKey, kind.key, [seq]) : [];
      return kind && found ? vectorFromBytes(found.value, kind.dimensions) : null;
    },
  };
}

const keyOf = (name: string | undefined, key: number): [string, number][] => (name === undefined ? [] : [[name, key]]);

const suggestedAt = compiled((db, datasetKey: number, seq: number) =>
  db
    .selectFrom("suggestion")
    .select("question_key")
    .where("dataset_key", "=", datasetKey)
    .where("seq", "=", seq)
    .orderBy("question_key"),
);

const suggestionAt = compiled((db, datasetKey: number, seq: number, question: number) =>
  db
    .selectFrom("suggestion")
    .select(["type", "value", "agent", "score"])
    .where("dataset_key", "=", datasetKey)
    .where("seq", "=", seq)
    .where("question_key", "=", question),
);

const respondedAt = compiled((db, datasetKey: number, seq: number) =>
  db
    .selectFrom("response")
    .select(["user_key", "inserted_at"])
    .where("dataset_key", "=", datasetKey)
    .where("seq", "=", seq),
);

const responseAt = compiled((db, datasetKey: number, seq: number, user: number) =>
  db
    .selectFrom("response")
    .innerJoin("user", "user.key", "response.user_key")
    .select(["status", "values", "response.inserted_at", "response.updated_at", "username", "deleted_at"])
    .where("dataset_key", "=", datasetKey)
    .where("seq", "=", seq)
    .where("user_key", "=", user),
);
