import { memo } from "react";

/**
 * The paragraphs of a plain text, split at blank lines, so that the browser can lay out and skip each one separately. The
 * first blank line becomes the space between paragraphs. Further blank lines stay lines.
 */
export function paragraphs(text: string): string[] {
  const parts = text.replace(/\r\n?/g, "\n").split(/(\n{2,})/);
  const result: string[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const blankLines = (parts[at + 1]?.length ?? 0) - 2;
    // The last line break of a block is invisible, so one more is added.
    const trailing = blankLines > 0 ? "\n".repeat(blankLines + 1) : "";
    result.push(`${parts[at] ?? ""}${trailing}`);
  }
  return result;
}

/** UTF-16 units. A shorter text is laid out at once, which is cheaper than skipping paragraphs. */
const LONG_TEXT = 20_000;

/** The text as it was sent, with its line breaks. Of a long text, the browser lays out only the part near the screen. */
export const PlainText = memo(function PlainText({ text }: { text: string }) {
  const skipped = text.length > LONG_TEXT ? "[content-visibility:auto] [contain-intrinsic-size:auto_112px]" : "";
  return paragraphs(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is what stands at its place
    <p translate="no" key={index} className={`whitespace-pre-wrap [&+p]:mt-3 ${skipped}`}>
      {paragraph}
    </p>
  ));
});
