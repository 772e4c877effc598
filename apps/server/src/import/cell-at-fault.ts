import { metadataFault } from "@postil/domain/records/metadata-rules";
import type { RecordFault } from "@postil/domain/records/record-rules";
import type { RecordToFill } from "../client/fill.ts";
import type { ImportPlan, Role } from "./plan.ts";
import { type BadCell, cellText, type SoundRow, valueIn } from "./row.ts";

/** The place of a mistake in a record: a path of its wire form, or the fault of a rule. */
export type FaultPlace = readonly (string | number)[] | RecordFault;

/** The cell that is at fault, if it is one alone: a rule names the part of the record, and the plan its column. */
export function cellAtFault(
  plan: ImportPlan,
  { row, exact }: SoundRow,
  record: RecordToFill,
  place: FaultPlace,
  why: string,
): BadCell | null {
  const part = "part" in place ? partOfFault(plan, record, place) : partOfPath(record, place);
  const column = part && plan.roles.find(({ role }) => makes(role, part))?.column;
  return column ? { column, value: cellText(valueIn(exact?.() ?? row, column)), why } : null;
}

type Part = { readonly kind: "id" | "field" | "metadata" | "vector" | "question" | "answer"; readonly name: string };

function partOfPath({ suggestions }: RecordToFill, [member, name]: readonly (string | number)[]): Part | null {
  if (member === "external_id") return { kind: "id", name: "" };
  if (member === "suggestions") return { kind: "question", name: suggestions[Number(name)]?.question ?? "" };
  const kind = { fields: "field", metadata: "metadata", vectors: "vector" }[String(member)];
  return kind === undefined || name === undefined ? null : { kind: kind as Part["kind"], name: String(name) }; // of the table above
}

function partOfFault({ dataset }: ImportPlan, record: RecordToFill, fault: RecordFault): Part | null {
  switch (fault.part) {
    case "fields": {
      const missing = dataset.fields.find(({ name, required }) => required && (record.fields[name] ?? null) === null);
      return missing ? { kind: "field", name: missing.name } : null;
    }
    case "metadata": {
      const rules = {
        datasetId: "",
        allowExtra: true,
        properties: new Map(dataset.metadata.map(({ name, settings }) => [name, settings])),
      };
      const bad = Object.entries(record.metadata ?? {}).find(
        ([name, value]) => metadataFault(rules, { [name]: value }) !== null,
      );
      return bad ? { kind: "metadata", name: bad[0] } : null;
    }
    case "suggestion":
      return { kind: "question", name: fault.question };
    case "response":
      return { kind: "answer", name: "" };
    case "vector":
      return { kind: "vector", name: fault.fault.name };
    default:
      return null;
  }
}

function makes(role: Role, { kind, name }: Part): boolean {
  switch (role.kind) {
    case "id":
      return kind === "id";
    case "field":
    case "vector":
      return role.kind === kind && role.name === name;
    case "metadata":
    case "extra":
      return kind === "metadata" && role.name === name;
    case "question":
      return role.keptAs === "answer"
        ? kind === "answer"
        : role.question === name && kind === (role.keptAs === "suggestion" ? "question" : "metadata");
    case "answer":
      return kind === "answer";
    case "suggestion":
      return kind === "question" && role.question === name;
    case "ignored":
      return false;
  }
}
