import type { z } from "zod";
import { MISSING, NONE } from "./leaf.ts";

/** One entry of `params.errors` in a schema 422 (contract api-v1 1.3 A). */
export type WireError = {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly ctx?: unknown;
};

/** Zod's issues as errors of the wire; `where` is the part of the request: body, query, header or path. */
export function wireErrors(
  issues: readonly z.core.$ZodIssue[],
  where: "body" | "query" | "header" | "path",
): WireError[] {
  return issues.map((issue) => {
    const loc = [where, ...issue.path.map((step) => (typeof step === "symbol" ? String(step) : step))];
    return { loc, ...worded(issue) };
  });
}

function worded(issue: z.core.$ZodIssue): Omit<WireError, "loc"> {
  if (issue.code === "custom" && issue.params?.type) {
    return {
      msg: issue.message,
      type: String(issue.params.type),
      ...(issue.params.ctx ? { ctx: issue.params.ctx } : {}),
    };
  }
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return MISSING;
    if (issue.input === null) return NONE;
    if (issue.expected === "array") return { msg: "value is not a valid list", type: "type_error.list" };
    if (issue.expected === "object" || issue.expected === "record")
      return { msg: "value is not a valid dict", type: "type_error.dict" };
  }
  return { msg: issue.message, type: "value_error" };
}
