/** As Python prints values: clients sometimes match the reference's error texts (contract api-v1 7.1). */

const ESCAPES: { readonly [character: string]: string } = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
// Control characters, separators other than the plain space, unassigned and private characters, and half surrogate
// pairs.
const UNPRINTABLE = /[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

function escaped(character: string): string {
  const known = ESCAPES[character];
  if (known) return known;
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  if (hex.length <= 2) return `\\x${hex.padStart(2, "0")}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const safe = text.replace(UNPRINTABLE, escaped);
  return `${quote}${quote === "'" ? safe.replaceAll("'", "\\'") : safe}${quote}`;
}

/** `repr(value)`: text in quotes, null as None, and the contents of lists and objects in the same way. */
export function pythonRepr(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(", ")}]`;
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value).map(([key, inner]) => `${quoted(key)}: ${pythonRepr(inner)}`);
  return `{${members.join(", ")}}`;
}

/** `str(value)`: like {@link pythonRepr}, but text without quotes. */
export const pythonStr = (value: unknown): string => (typeof value === "string" ? value : pythonRepr(value));

/** Prints a float: always with a fraction, `2.0`; a very large or small one as `1e+16` or `1e-05`. */
export function pythonFloat(value: number): string {
  const size = Math.abs(value);
  if (Number.isFinite(value) && size !== 0 && (size >= 1e16 || size < 1e-4)) {
    return value.toExponential().replace(/([+-])(\d)$/, "$10$2");
  }
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** The name of the type, as in `<class 'int'>`. */
export function pythonType(value: unknown): string {
  if (typeof value === "string") return "<class 'str'>";
  if (typeof value === "number") return Number.isInteger(value) ? "<class 'int'>" : "<class 'float'>";
  if (typeof value === "boolean") return "<class 'bool'>";
  if (value === null || value === undefined) return "<class 'NoneType'>";
  return Array.isArray(value) ? "<class 'list'>" : "<class 'dict'>";
}
