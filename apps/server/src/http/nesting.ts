/** Metadata may be nested 100 deep, and nothing of a call deeper; what lies beyond this is told apart by nobody. */
const MOST_NESTED = 250;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const OPEN = "{".charCodeAt(0);
const OPEN_LIST = "[".charCodeAt(0);
const CLOSE = "}".charCodeAt(0);
const CLOSE_LIST = "]".charCodeAt(0);

/**
 * Where JSON is nested deeper than any call has a use for, and in which words to say so; null where it is not. In one pass:
 * the parser takes many times as long for brackets as for anything else, and finds out at their end that none is closed.
 */
export function nestedTooDeep(json: string): { readonly position: number; readonly words: string } | null {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const mark = json.charCodeAt(at);
    if (inText) {
      if (mark === BACKSLASH) at++;
      else if (mark === QUOTE) inText = false;
    } else if (mark === QUOTE) inText = true;
    else if (mark === CLOSE || mark === CLOSE_LIST) depth--;
    else if ((mark === OPEN || mark === OPEN_LIST) && ++depth > MOST_NESTED)
      return { position: at, words: `JSON may be nested ${MOST_NESTED} deep, found more at position ${at}` };
  }
  return null;
}
