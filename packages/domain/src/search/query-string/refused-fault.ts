import { Refusal } from "../../refusal.ts";
import { QueryFault, SyntaxFault } from "./query-fault.ts";

/** What `read` reads of a query text, or the refusal of the text with what is wrong with it (contract api-v0 1.3). */
export function orRefuse<T>(text: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    const detail = error instanceof SyntaxFault ? `Failed to parse query [${text}]` : error.message;
    throw new Refusal("invalid_text_search", detail, undefined, { at: error.at });
  }
}
