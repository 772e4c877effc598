import { routes } from "@postil/contract/routes";
import { wireErrors } from "@postil/contract/wire/errors";
import { MOST_FIELDS } from "@postil/domain/datasets/field";
import type { DatasetPlan } from "../client/fill.ts";
import { StartFailure } from "../start-failure.ts";

/** Checks the parts of a dataset against the API calls that create them, so that no call fails halfway. */
export function checkParts({ fields, questions, metadata, vectors }: DatasetPlan): void {
  if (fields.length > MOST_FIELDS) {
    const [found, most] = [fields.length, MOST_FIELDS].map((count) => count.toLocaleString("en"));
    throw new StartFailure(`${found} columns would become fields; a dataset has at most ${most}.`);
  }
  for (const field of fields) check("Field", routes.createField.body, field);
  for (const question of questions) check("Question", routes.createQuestion.body, question);
  for (const property of metadata) check("Metadata", routes.createMetadataProperty.body, property);
  for (const vector of vectors) check("Vector", routes.createVectorSettings.body, vector);
}

type Schema = (typeof routes)[
  | "createField"
  | "createQuestion"
  | "createMetadataProperty"
  | "createVectorSettings"]["body"];

function check(kind: string, schema: Schema, part: { readonly name: string }): void {
  const read = schema.safeParse(part, { reportInput: true });
  if (read.success) return;
  const [first] = wireErrors(read.error.issues, "body");
  const place = first?.loc.slice(1).join(".");
  throw new StartFailure(`${kind} "${part.name}" cannot be made: ${place}: ${first?.msg}.`);
}
