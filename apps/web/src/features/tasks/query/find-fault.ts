import { parseQueryString } from "@postil/domain/search/query-string/parse";
import { QueryFault } from "@postil/domain/search/query-string/query-fault";

/** Why a query text was refused; `at`: the character of the text, from 0, null where that is not known. */
type Fault = { readonly detail: string; readonly at: number | null };

/** The server does not say where; whoever reads the text by the same rules finds it again. */
export function findFault(text: string, message: string): Fault {
  try {
    if (text.trim() !== "") parseQueryString(text);
  } catch (error) {
    if (error instanceof QueryFault) return { detail: error.message, at: error.at };
    throw error;
  }
  return { detail: message, at: null };
}
