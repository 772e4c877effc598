/** The maximum length of a value in a message. */
const SHOWN = 60;

/** A value as a message shows it: in quotes, on one line, and shortened if it is long. */
export function excerpt(value: unknown): string {
  const text = JSON.stringify(typeof value === "string" ? value.slice(0, SHOWN + 1) : value) ?? "nothing";
  return text.length > SHOWN + 2 ? `${text.slice(0, SHOWN)} ...` : text;
}
