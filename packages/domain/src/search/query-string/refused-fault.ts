import { Refusal } from "../../refusal.ts";
import { QueryFault, SyntaxFault } from "./query-fault.ts";

/**
 * The result of `read`. If it throws a fault of the query text, the text is refused with that fault (contract api-v0
 * 1.3).
 */
export function orRefuse<T>(text: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    const detail = error instanceof SyntaxFault ? `Failed to parse query [${text}]` : error.message;
    throw new Refusal("invalid_text_search", detail, undefined, { at: error.at });
  }
}
