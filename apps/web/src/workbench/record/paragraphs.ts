/**
 * The paragraphs of a plain text: parted at blank lines, so that each can be set and skipped by the browser on its own. The
 * first blank line becomes the space between paragraphs, every further one stays a line of its own.
 */
export function paragraphs(text: string): string[] {
  const parts = text.replace(/\r\n?/g, "\n").split(/(\n{2,})/);
  const result: string[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const blankLines = (parts[at + 1]?.length ?? 0) - 2;
    // The last line break of a block shows nothing, so one more than the lines wanted.
    const trailing = blankLines > 0 ? "\n".repeat(blankLines + 1) : "";
    result.push(`${parts[at] ?? ""}${trailing}`);
  }
  return result;
}
