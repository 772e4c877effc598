import { endOfText } from "./json-members.ts";

/**
 * JSON.parse of V8 may confuse a member name that contains an escape with another name. It reads `"a\""` as `a\` if an
 * object of the process once had that name after the same members (nodejs/node#63785). JSON with names that people
 * chose is therefore parsed here.
 */

/** True if a member name contains an escape: only a name is followed by a colon. It checks each escape once. */
export function escapesNames(json: string): boolean {
  let quote = -1;
  for (let at = json.indexOf("\\"); at >= 0; ) {
    const next = json.indexOf("\\", at + 2);
    if (quote < at + 2) quote = json.indexOf('"', at + 2);
    // After the last escape of a string comes its end.
    if (quote >= 0 && (next < 0 || quote < next) && isBeforeColon(json, quote + 1)) return true;
    at = next;
  }
  return false;
}

function isBeforeColon(json: string, from: number): boolean {
  let at = from;
  while (json.charCodeAt(at) <= SPACE) at++;
  return json.charAt(at) === ":";
}

const SPACE = 0x20;

/** Like JSON.parse. A text with an escape in a name takes several times as long. */
export const parseWithNames = (json: string): unknown => (escapesNames(json) ? parseByTokens(json) : JSON.parse(json));

/**
 * An object or a list that is still open. `name`: the member name that was read last; null: none is waiting for its
 * value.
 */
type Open = { readonly into: unknown[] | object; name: string | null };

/** Like JSON.parse, but token by token. */
export function parseByTokens(json: string, numberOf: (source: string) => unknown = Number): unknown {
  // Throws for invalid JSON, so the code below reads valid JSON only.
  JSON.parse(json);
  const whole: unknown[] = [];
  const opened: Open[] = [];
  let open: Open = { into: whole, name: null };
  for (const token of tokensOf(json)) {
    if (token === "{" || token === "[") {
      const into = token === "{" ? {} : [];
      put(open, into);
      opened.push(open);
      open = { into, name: null };
    } else if (token === "}" || token === "]") open = opened.pop() ?? open;
    else if (open.name === null && !Array.isArray(open.into)) open.name = JSON.parse(token);
    else put(open, /^[-\d]/.test(token) ? numberOf(token) : JSON.parse(token));
  }
  return whole[0];
}

function put(open: Open, value: unknown): void {
  if (Array.isArray(open.into)) open.into.push(value);
  // `__proto__` is an ordinary name here.
  else
    Object.defineProperty(open.into, open.name ?? "", { value, writable: true, enumerable: true, configurable: true });
  open.name = null;
}

/** Brackets, strings, numbers and words like `true`. */
function* tokensOf(json: string): Generator<string> {
  const next = /[{}[\]"]|[^\s,:{}[\]"]+/g;
  for (let found = next.exec(json); found; found = next.exec(json)) {
    const [token] = found;
    if (token === '"') next.lastIndex = endOfText(json, found.index);
    yield token === '"' ? json.slice(found.index, next.lastIndex) : token;
  }
}
