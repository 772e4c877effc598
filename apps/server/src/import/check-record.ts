import { RecordsToCreateInBulk } from "@postil/contract/inputs/records";
import { questionSettingsFromWire } from "@postil/contract/mapping/question-settings";
import { wireErrors } from "@postil/contract/wire/errors";
import { type RecordFault, type RecordRules, recordFault } from "@postil/domain/records/record-rules";
import type { DatasetPlan, RecordToFill } from "../client/fill.ts";

/**
 * Checks records against all rules of the server, before anything is created: first the wire format of a record, then the
 * rules of the domain. Returns the error, or null.
 */
export function createCheck(plan: DatasetPlan): (record: RecordToFill) => string | null {
  const rules = rulesOf(plan);
  // Questions have no ids yet, so each gets a placeholder id of the right form.
  const idOf = new Map(rules.questions.map(({ name, id }) => [name, id]));
  return (record) => {
    const suggestions = record.suggestions.map(({ question, ...suggestion }) => ({
      ...suggestion,
      question_id: idOf.get(question),
    }));
    const responses = record.responses?.map(({ user: _, ...response }, index) => ({
      ...response,
      user_id: idAt(index),
    }));
    const { metadataText: _, ...sent } = { ...record, suggestions, ...(responses ? { responses } : {}) };
    const read = RecordsToCreateInBulk.safeParse({ items: [sent] }, { reportInput: true });
    if (!read.success) return formFault(wireErrors(read.error.issues, "body"));
    const fault = recordFault(rules, {
      isNew: true,
      fields: record.fields,
      metadata: record.metadata,
      vectors: record.vectors,
      suggestions: record.suggestions.map(({ question, value, type, agent, score }) => ({
        questionId: idOf.get(question) ?? "",
        value,
        type: type ?? null,
        agent: agent ?? null,
        score: score ?? null,
      })),
      responses: (record.responses ?? []).map(({ user, ...response }) => ({ userId: user, ...response })),
    });
    return fault && wordsOf(fault);
  };
}

function rulesOf(plan: DatasetPlan): RecordRules {
  return {
    datasetId: plan.name,
    // Extra metadata is allowed while the records are stored.
    allowExtra: true,
    fields: plan.fields.map(({ name, required }) => ({ name, required: required === true })),
    questions: plan.questions.map(({ name, required, settings }, index) => ({
      id: idAt(index),
      name,
      required: required === true,
      settings: questionSettingsFromWire(settings),
    })),
    properties: new Map(plan.metadata.map(({ name, settings }) => [name, settings])),
    vectors: plan.vectors.map(({ name, dimensions }) => ({ name, dimensions })),
    // The server checks later if these users exist.
    hasUser: () => true,
  };
}

const idAt = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

/** The first format error: its path without the wrapper, and the message of the wire. */
function formFault(errors: ReturnType<typeof wireErrors>): string {
  const [first] = errors;
  return first ? `${first.loc.slice(3).join(".")}: ${first.msg}` : "not a record";
}

function wordsOf(fault: RecordFault): string {
  switch (fault.part) {
    case "fields":
    case "metadata":
    case "whole":
      return fault.detail;
    case "suggestion":
      return `the label for question "${fault.question}": ${fault.detail}`;
    case "vector":
      return fault.fault.kind === "length"
        ? `vector "${fault.fault.name}" has ${fault.fault.found} numbers, those of other rows have ${fault.fault.dimensions}`
        : `vector "${fault.fault.name}" is not one of the dataset's`;
    case "response":
      return `the response of "${fault.userId}": ${fault.detail}`;
    case "repeated suggestion":
      // Only an update can have this fault.
      return "two suggestions for one question";
  }
}
