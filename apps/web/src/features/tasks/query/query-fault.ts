import { failureOf } from "../../../lib/api/failure.ts";
import { asObject } from "../../../lib/storage.ts";

/** Why a query text was refused; `at`: the character of the text, from 0, where that is known. */
export type QueryFault = { readonly text: string; readonly detail: string; readonly at: number | null };

/** What the server says of a query that it cannot read (contract api-v0 1.3); null: something else went wrong, or nothing. */
export function refusedQuery(failure: Error | null): string | null {
  const { status, body } = failureOf(failure) ?? {};
  const { code, params } = asObject(asObject(body)?.detail) ?? {};
  const message = asObject(params)?.message;
  if (status !== 400 || typeof code !== "string" || !code.endsWith("::InvalidTextSearchError")) return null;
  return typeof message === "string" ? message : "";
}

/** The server does not say where; whoever reads the text by the same rules finds it again. */
export async function findFault(text: string, message: string): Promise<QueryFault> {
  const [{ parseQueryString }, { QueryFault: Fault }] = await Promise.all([
    import("@postil/domain/search/query-string/parse"),
    import("@postil/domain/search/query-string/query-fault"),
  ]);
  try {
    parseQueryString(text);
  } catch (error) {
    if (error instanceof Fault) return { text, detail: error.message, at: error.at };
    throw error;
  }
  return { text, detail: message, at: null };
}
