import { memo } from "react";
import { paragraphs } from "./paragraphs.ts";

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
