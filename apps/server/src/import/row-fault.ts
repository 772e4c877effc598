import { refusalOf } from "@postil/contract/wire/leaf";
import type { Reason } from "@postil/domain/records/reason";
import type { RecordFault } from "@postil/domain/records/record-rules";
import type { z } from "zod";
import type { RecordToFill } from "../client/fill.ts";
import { plainReason, plainRefusal } from "./plain-words.ts";
import type { ImportPlan, Role } from "./plan.ts";
import { type BadCell, cellText, excerpt, type ReadRow, valueIn } from "./row.ts";

/** What is wrong with a row, for people: by the one cell at fault, or by the part of its record. */

/** `place`: a path of the record's wire form, or the fault of a rule. `value`: what of the part is at fault, if not all of it. */
export type FoundFault = {
  readonly place: Path | RecordFault;
  readonly subject: string;
  readonly says: string;
  readonly value?: unknown;
};
type Path = readonly (string | number)[];

export function faultOfRow(plan: ImportPlan, read: ReadRow, record: RecordToFill, found: FoundFault) {
  const { place, subject, says, value } = found;
  const part = "part" in place ? partOfFault(place) : partOfPath(record, place);
  const column = part && plan.roles.find(({ role }) => makes(role, part))?.column;
  if (!column || !("row" in read)) {
    const shown = value === undefined ? subject : `${subject}: ${excerpt(value)}`;
    return { fault: `${shown} ${says}`, cell: null };
  }
  const cell = valueIn(read.exact?.() ?? read.row, column);
  // A cell may hold several labels, of which one is at fault.
  const why = value === undefined || isSame(cell, value) ? says : `has ${excerpt(value)}, which ${says}`;
  const bad: BadCell = { column, value: cellText(cell), why };
  return { fault: `column "${column}"${bad.value === "" ? "" : `: ${bad.value}`} ${why}`, cell: bad };
}

/** Cells of a table are texts, and what is made of them may be a number. */
const isSame = (cell: unknown, value: unknown): boolean =>
  String(cell) === String(value) || Number(cell) === Number(value) || excerpt(cell) === excerpt(value);

/** The first fault of a record's form, at its path. */
export function faultOfForm([issue]: readonly z.core.$ZodIssue[]): FoundFault {
  const place = (issue?.path ?? []).map((step) => (typeof step === "symbol" ? String(step) : step));
  const refusal = issue && refusalOf(issue);
  const says = refusal ? (plainRefusal(refusal) ?? refusal.msg) : "is not a record";
  return { place, subject: subjectOf(place), says };
}

/** The part of a record at a path of its wire form, in words. */
function subjectOf([part, name, ...rest]: Path): string {
  if (part === undefined) return "the record";
  const [singular, at] = [PARTS[part] ?? part, typeof name === "number" ? ` ${name + 1}` : ` "${name}"`];
  const of = `${singular}${name === undefined ? "" : at}`;
  return rest.length === 0 ? of : `${rest.join(".")} of ${of}`;
}

const PARTS: { readonly [part: string]: string } = {
  ...{ external_id: "the id", fields: "field", metadata: "metadata", vectors: "vector" },
  ...{ suggestions: "suggestion", responses: "response" },
};

export function faultOfRules(fault: RecordFault): FoundFault {
  const told = (subject: string, reason: Reason): FoundFault => ({
    ...{ place: fault, subject, says: plainReason(reason) },
    ...("value" in reason ? { value: reason.value } : {}),
  });
  const plain = (subject: string, says: string): FoundFault => ({ place: fault, subject, says });
  switch (fault.part) {
    case "fields":
      return told("name" in fault.reason ? `field "${fault.reason.name}"` : "the row", fault.reason);
    case "metadata":
      return told(`metadata "${fault.reason.name}"`, fault.reason);
    case "whole":
      return plain("the row:", fault.detail);
    case "suggestion":
      return fault.reason
        ? told(`the label for question "${fault.question}"`, fault.reason)
        : plain("the question of a label", "is no question of the dataset");
    case "vector":
      return fault.fault.kind === "length"
        ? plain(
            `vector "${fault.fault.name}"`,
            `has ${fault.fault.found} numbers; vector "${fault.fault.name}" has ${fault.fault.dimensions}`,
          )
        : plain(`vector "${fault.fault.name}"`, "is not one of the dataset's");
    case "response": {
      const subject = `the response of "${fault.userId}"`;
      return fault.reason ? told(subject, fault.reason) : plain(subject, "names a person who is not here");
    }
    case "repeated suggestion":
      // Only an update can have this fault.
      return plain("the row", "has two suggestions for one question");
  }
}

type Part = { readonly kind: "id" | "field" | "metadata" | "vector" | "question" | "answer"; readonly name: string };

function partOfPath({ suggestions }: RecordToFill, [member, name]: Path): Part | null {
  if (member === "external_id") return { kind: "id", name: "" };
  if (member === "suggestions") return { kind: "question", name: suggestions[Number(name)]?.question ?? "" };
  const kind = { fields: "field", metadata: "metadata", vectors: "vector" }[String(member)];
  return kind === undefined || name === undefined ? null : { kind: kind as Part["kind"], name: String(name) }; // of the table above
}

function partOfFault(fault: RecordFault): Part | null {
  switch (fault.part) {
    case "fields":
      return "name" in fault.reason ? { kind: "field", name: fault.reason.name } : null;
    case "metadata":
      return { kind: "metadata", name: fault.reason.name };
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
