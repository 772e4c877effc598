export type Formula = { readonly tex: string; readonly display: boolean; readonly source: string };

/**
 * Matches a backslash with the next character, a formula between `$$` (over lines, but not over an empty line), or one between
 * `$`. The `$` of a price does not match: there must be no space inside the signs, and no digit after them. A formula never
 * crosses the border of code.
 */
const PARTS =
  /\\[\s\S]|\$\$(?<display>(?:\\[\s\S]|[^$\\`\n]|\n(?![ \t]*\n))+?)\$\$|\$(?![\s$])(?<inline>(?:\\[^\n]|[^$\\`\n])+?)(?<!\s)\$(?!\d)/g;

/**
 * Words without a meaning in markup and addresses. The end of one is never its beginning, so no new one appears beside other
 * text.
 */
const SIGNS = Array.from({ length: 100 }, (_, at) => `formula${at}q`);

/** A text in which each formula is replaced by a sign, so that the markdown parser does not change it. */
export type SignedText = {
  readonly text: string;
  /** Splits a text into words and formulas. */
  readonly parts: (text: string) => readonly (string | Formula)[];
  /** Restores the original text. */
  readonly restored: (text: string) => string;
};

/** Takes the formulas out of markdown (FAN-40). Null if there are none. The time is linear in the length. */
export function signFormulas(markdown: string): SignedText | null {
  const sign = SIGNS.find((one) => !markdown.includes(one));
  if (sign === undefined || !markdown.includes("$")) return null;
  const formulas: Formula[] = [];
  const text = markdown.replaceAll(PARTS, (source, ...rest) => {
    const { display, inline } = rest.at(-1);
    const tex = display ?? inline;
    if (tex === undefined) return source;
    formulas.push({ tex: tex.trim(), display: display !== undefined, source });
    return `${sign}${formulas.length - 1}${sign}`;
  });
  if (formulas.length === 0) return null;
  const parts = (signed: string) =>
    signed.split(sign).map((part, at) => (at % 2 === 0 ? part : (formulas[Number(part)] ?? "")));
  const restored = (signed: string) =>
    parts(signed)
      .map((part) => (typeof part === "string" ? part : part.source))
      .join("");
  return { text, parts, restored };
}
