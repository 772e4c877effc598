/** Programs by a word that only they use: most browsers also use the names of other browsers. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/python|httpx|argilla/i, "Python client"],
  [/\bEdg\w*\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/\bcurl\//, "curl"],
];

/** The common name of the program with this user agent; for an unknown one its first word. Null if there is none. */
export function programOf(userAgent: string): string | null {
  const known = PROGRAMS.find(([word]) => word.test(userAgent));
  return known?.[1] ?? /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null;
}
