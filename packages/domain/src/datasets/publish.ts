import type { Field } from "./field.ts";
import type { Question } from "./question.ts";

/** Why a draft cannot be published (contract api-v1 row 5, 10.1; DSB-06). `lost`: a question about the spans of a field that is gone. */
export type PublishFault =
  | { readonly what: "fields" | "questions" }
  | { readonly what: "lost"; readonly question: string; readonly field: string };

/** In the order in which the server says them; none if the draft can be published. */
export function publishFaults(
  fields: readonly Pick<Field, "name" | "required">[],
  questions: readonly Pick<Question, "name" | "required" | "settings">[],
): readonly PublishFault[] {
  const names = new Set(fields.map(({ name }) => name));
  const isRequired = ({ required }: { readonly required: boolean }) => required;
  return [
    ...(fields.some(isRequired) ? [] : [{ what: "fields" } as const]),
    ...(questions.some(isRequired) ? [] : [{ what: "questions" } as const]),
    ...questions.flatMap(({ name, settings }) =>
      settings.type === "span" && !names.has(settings.field)
        ? [{ what: "lost", question: name, field: settings.field } as const]
        : [],
    ),
  ];
}

/** The words of the wire. */
export const publishRefusal = (fault: PublishFault): string =>
  fault.what === "lost"
    ? `Dataset cannot be published: question '${fault.question}' asks about spans in field '${fault.field}', which is not there`
    : `Dataset cannot be published without required ${fault.what}`;
