import { t } from "i18next";
import "../../lib/i18n/en/spans.ts";
import { X } from "lucide-react";
import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Star } from "../../ui/star.tsx";
import type { ShownSpan, SpanActions } from "./shown-span.ts";

type GlossProps = {
  span: ShownSpan;
  words: string;
  row: number;
  actions: Pick<SpanActions, "onOpen" | "onRemove">;
};

/** More of a span's words is not said, UTF-16 units. */
const SAID = 80;
export const shortWords = (words: string) => (words.length > SAID ? `${words.slice(0, SAID)}…` : words);

/** The name of a span under its first word. It takes no room in the line, and adds nothing to the text that can be copied. */
export function Gloss({ span, words, row, actions: { onOpen, onRemove } }: GlossProps) {
  const [near, setNear] = useState(false);
  const values = { label: span.name, words: shortWords(words) };
  const face = (
    <>
      {span.star && <Star size={10} />}
      <span
        className="postil-gloss-name"
        data-name={span.score === undefined ? span.name : `${span.name} ${span.score}`}
      />
    </>
  );
  return (
    <>
      {row > 0 && <span className="postil-gloss-room" style={{ "--row": row } as Record<string, number>} />}
      <span
        className="postil-gloss"
        data-look={span.look}
        style={{ "--row": row } as Record<string, number>}
        // A finger has the list of labels to remove it.
        onPointerEnter={({ pointerType }) => setNear(pointerType !== "touch")}
        onPointerLeave={() => setNear(false)}
      >
        {onOpen === undefined ? (
          face
        ) : (
          <button type="button" tabIndex={-1} aria-label={t("spans.open", values)} onClick={() => onOpen(span)}>
            {face}
          </button>
        )}
        {near && onRemove !== undefined && span.look !== "predicted" && (
          <button type="button" tabIndex={-1} aria-label={t("spans.remove", values)} onClick={() => onRemove(span)}>
            <Icon of={X} size={12} />
          </button>
        )}
      </span>
    </>
  );
}
