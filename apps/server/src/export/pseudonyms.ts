import { createHmac } from "node:crypto";
import type { ByAgent, TaskDocument } from "@postil/domain/tasks/task-record";
import type { ExportedResponse, ExportedRow, ExportedSuggestion } from "../storage/exported-rows.ts";
import type { Db } from "../storage/tables.ts";
import type { FileWish, Rows } from "./writer.ts";

/** Names as they stand in a file. */
export type Named = {
  /** Of somebody who answered or annotated. */
  readonly person: (name: string) => string;
  /** Of an agent, who may be a model. A model that has the name of a user is taken for the user. */
  readonly agent: (name: string) => string;
};

/** 64 bits: no two of a million people have the same. */
const DIGITS = 16;

/**
 * Pseudonyms in place of the names of people, if they are wanted (EXS-10). They are the same in every export of a server, and
 * nobody without the secret of its home can compute them from names.
 */
export async function pseudonymsFor(
  db: Db,
  { pseudonyms: secret }: Pick<FileWish, "pseudonyms">,
): Promise<Named | null> {
  if (secret === null) return null;
  // Agents keep the name of a user who was deleted.
  const users = await db.selectFrom("user").select("username").execute();
  const usernames = new Set(users.map(({ username }) => username));
  const person = (name: string) => `person-${createHmac("sha256", secret).update(name).digest("hex").slice(0, DIGITS)}`;
  return { person, agent: (name) => (usernames.has(name) ? person(name) : name) };
}

/** The description of a dataset in a file, which tells the import that the names are none. */
export const definitionUnder = (named: Named | null, definition: string): string =>
  named === null ? definition : `${definition.slice(0, -1)},"pseudonyms":true}`;

/** The rows of a file with its names. */
export async function* rowsUnder<Row>(
  named: Named | null,
  batches: Rows<Row>,
  rename: (named: Named, row: Row) => Row,
): Rows<Row> {
  for await (const rows of batches) yield named === null ? rows : rows.map((row) => rename(named, row));
}

export function renamedRow(named: Named, row: ExportedRow): ExportedRow {
  const suggested = (one: ExportedSuggestion): ExportedSuggestion => {
    const nameOf = one.type === "human" ? named.person : named.agent;
    return { ...one, agent: one.agent === null ? null : nameOf(one.agent) };
  };
  const answered = (one: ExportedResponse): ExportedResponse => ({
    ...one,
    user: one.user === null ? null : named.person(one.user),
  });
  const { suggestions, responses, parts } = row;
  const read = parts && {
    ...parts,
    suggestion: async (question: string) => {
      const found = await parts.suggestion(question);
      return found && suggested(found);
    },
    responses: async function* () {
      for await (const response of parts.responses()) yield answered(response);
    },
  };
  return {
    ...row,
    suggestions: suggestions?.map(suggested) ?? null,
    responses: responses?.map(answered) ?? null,
    ...(read && { parts: read }),
  };
}

/** Whoever annotated counts as a person, because a user may have had another name then. */
export function renamedDocument<Document extends TaskDocument>({ person, agent }: Named, document: Document): Document {
  const { annotation, annotations, prediction, predictions } = document;
  const keyed = (parts: ByAgent, nameOf: (name: string) => string) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [nameOf(name), part]));
  return {
    ...document,
    ...(annotation && { annotation: { ...annotation, agent: person(annotation.agent) } }),
    ...(annotations && { annotations: keyed(annotations, person) }),
    ...(prediction && { prediction: { ...prediction, agent: agent(prediction.agent) } }),
    ...(predictions && { predictions: keyed(predictions, agent) }),
  };
}
