import { SyntaxFault } from "./query-fault.ts";

const ESCAPED = /\\(u[0-9a-fA-F]{4}|[\s\S]|$)/g;

/**
 * Resolves backslashes: the next character is taken as it is, `\u0061` by its number. `at`: the position of the text in
 * the query.
 */
export function unescaped(written: string, at: number): string {
  if (!written.includes("\\")) return written;
  return written.replaceAll(ESCAPED, (_, escaped: string, index: number) => {
    if (escaped === "") throw new SyntaxFault(at + index, "Nothing follows the backslash.");
    if (escaped === "u") throw new SyntaxFault(at + index, "Four hexadecimal digits must follow \\u.");
    return escaped.length === 1 ? escaped : String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  });
}
