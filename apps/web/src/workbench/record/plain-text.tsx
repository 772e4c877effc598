import { memo } from "react";

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

/** UTF-16 units; below this a text is laid out at once, cheaper than being watched paragraph by paragraph. */
const LONG_TEXT = 20_000;

/** Text as it was sent, line breaks kept. Of a long text the browser lays out only what is near the screen. */
export const PlainText = memo(function PlainText({ text }: { text: string }) {
  const skipped = text.length > LONG_TEXT ? "[content-visibility:auto] [contain-intrinsic-size:auto_112px]" : "";
  return paragraphs(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is what stands at its place
    <p translate="no" key={index} className={`whitespace-pre-wrap [&+p]:mt-3 ${skipped}`}>
      {paragraph}
    </p>
  ));
});
