export type Formula = { readonly tex: string; readonly display: boolean; readonly source: string };

/**
 * What a backslash takes its meaning from; a formula between `$$`, over lines but not over an empty one; one between `$`. The `$`
 * of prices is none: nothing is written between a formula and its signs, and no digit follows. No formula goes into code or out of it.
 */
const PARTS =
  /\\[\s\S]|\$\$(?<display>(?:\\[\s\S]|[^$\\`\n]|\n(?![ \t]*\n))+?)\$\$|\$(?![\s$])(?<inline>(?:\\[^\n]|[^$\\`\n])+?)(?<!\s)\$(?!\d)/g;

/** Words that mean nothing in markup and in addresses. No end of one is its beginning, so that none arises beside another text. */
const SIGNS = Array.from({ length: 100 }, (_, at) => `formula${at}q`);

/** A text whose formulas markup leaves alone, for each is a sign of its own in it. */
export type SignedText = {
  readonly text: string;
  /** The words between formulas, and the formulas. */
  readonly parts: (text: string) => readonly (string | Formula)[];
  /** As it was written. */
  readonly restored: (text: string) => string;
};

/** Takes the formulas out of markdown (FAN-40). Time goes with the length. */
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
