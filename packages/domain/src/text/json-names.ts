import { endOfText } from "./json-members.ts";

/**
 * JSON.parse of V8 may take the name of a member for another where it is written with an escape: it reads `"a\""` as `a\` once an
 * object of the process had that name behind the same members (nodejs/node#63785). What holds names that people give is read here.
 */

/** Whether a name of a member is written with an escape: no other text has a colon behind it. One look at each escape. */
export function escapesNames(json: string): boolean {
  let quote = -1;
  for (let at = json.indexOf("\\"); at >= 0; ) {
    const next = json.indexOf("\\", at + 2);
    if (quote < at + 2) quote = json.indexOf('"', at + 2);
    // Behind the last escape of a text its end.
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

/** As JSON.parse; a text with an escape in a name takes several times as long. */
export const parseWithNames = (json: string): unknown => (escapesNames(json) ? parseByTokens(json) : JSON.parse(json));

/** An object or a list that has not ended, and behind which name of the object the reading is. */
type Open = { readonly into: unknown[] | object; name: string | null };

/** The same, token by token. */
export function parseByTokens(json: string, numberOf: (source: string) => unknown = Number): unknown {
  // Says what is wrong with it: what is read below is JSON.
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
  // `__proto__` is a name like any other.
  else
    Object.defineProperty(open.into, open.name ?? "", { value, writable: true, enumerable: true, configurable: true });
  open.name = null;
}

/** Brackets, texts, numbers and words like `true`. */
function* tokensOf(json: string): Generator<string> {
  const next = /[{}[\]"]|[^\s,:{}[\]"]+/g;
  for (let found = next.exec(json); found; found = next.exec(json)) {
    const [token] = found;
    if (token === '"') next.lastIndex = endOfText(json, found.index);
    yield token === '"' ? json.slice(found.index, next.lastIndex) : token;
  }
}
