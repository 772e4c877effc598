import { expect, test } from "vitest";
import type { Definition } from "./definition.ts";
import { exportedRecord } from "./exported-record.ts";

const NAME = "__proto__";
/** As far as a record asks for it. */
const DEFINITION = {
  fields: [{ name: NAME }],
  questions: [{ name: NAME, settings: { type: "label_selection" } }],
  metadata: [{ name: NAME, settings: { type: "terms" } }],
  vectors: [{ name: NAME }],
  pseudonyms: false,
} as unknown as Definition;
const VALUES = `{"${NAME}":{"value":"a"}}`;
const RESPONSES = `[{"user":"jo","status":"submitted","values":${VALUES}}]`;

test("EXP-02 parts called __proto__ come back from an export as any other, from lines and from a table", () => {
  const text = `{"fields":{"${NAME}":"t"},"metadata":{"${NAME}":"m"},"vectors":{"${NAME}":[1]},"responses":${RESPONSES}}`;
  const cells = {
    ...{ id: "1", [`fields.${NAME}`]: "t", [`metadata.${NAME}`]: "m", [`vectors.${NAME}`]: "[1]" },
    responses: RESPONSES,
  };
  for (const read of [
    { line: 1, row: JSON.parse(text), text },
    { line: 1, row: cells },
  ])
    expect(JSON.stringify(exportedRecord(DEFINITION, read))).toBe(
      `{"external_id":null,"fields":{"${NAME}":"t"},"metadata":{"${NAME}":"m"},"vectors":{"${NAME}":[1]},"suggestions":[],"responses":${RESPONSES}}`,
    );
});
