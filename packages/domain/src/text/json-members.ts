/** A member of an object in JSON text; its value is still JSON. */
export type JsonMember = { readonly name: string; readonly json: string };

/**
 * The members of a JSON object, with only their names parsed. It goes through the text once and creates no values. The
 * text must be JSON as `JSON.stringify` writes it, without white space between tokens.
 */
export function membersOfJson(json: string): JsonMember[] {
  const members: JsonMember[] = [];
  for (let at = 1; json.charAt(at) === '"'; ) {
    const nameEnd = endOfText(json, at);
    const valueEnd = endOfValue(json, nameEnd + 1);
    const name = json.slice(at + 1, nameEnd - 1);
    members.push({
      name: name.includes("\\") ? JSON.parse(json.slice(at, nameEnd)) : name,
      json: json.slice(nameEnd + 1, valueEnd),
    });
    at = valueEnd + 1;
  }
  return members;
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

/** The index after the string that begins at a quote. It uses `indexOf`, quote by quote, for speed. */
export function endOfText(json: string, at: number): number {
  for (let quote = json.indexOf('"', at + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (json.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
  throw new SyntaxError("A text of the JSON does not end.");
}

function endOfValue(json: string, at: number): number {
  const first = json.charCodeAt(at);
  if (first === QUOTE) return endOfText(json, at);
  if (first !== OPEN && first !== OPEN_LIST) return endOfWord(json, at);
  let depth = 0;
  for (let i = at; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === QUOTE) i = endOfText(json, i) - 1;
    else if (code === OPEN || code === OPEN_LIST) depth++;
    else if ((code === CLOSE || code === CLOSE_LIST) && --depth === 0) return i + 1;
  }
  throw new SyntaxError("A value of the JSON does not end.");
}

/** The end of a number or of a word like `true`. */
function endOfWord(json: string, at: number): number {
  const comma = json.indexOf(",", at);
  return comma < 0 ? json.length - 1 : comma;
}
