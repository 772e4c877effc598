/** Browsers by the word that is theirs alone: most call themselves by the names of the others too. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/python|httpx|argilla/i, "Python client"],
  [/\bEdg\w*\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/\bcurl\//, "curl"],
];

/** The program that calls itself so, as people know it; of one that nobody knows its own first word. */
export function programOf(userAgent: string): string | null {
  const known = PROGRAMS.find(([word]) => word.test(userAgent));
  return known?.[1] ?? /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null;
}
