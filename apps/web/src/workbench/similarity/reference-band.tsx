import { t } from "i18next";
import { ChevronsUpDown, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useCommands } from "../../lib/commands/commands-provider.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import "../../lib/i18n/en/similarity-search.ts";
import { ReferencePreview, type ReferenceTexts } from "./reference-preview.tsx";

/** The record that others are compared with, as its family reads and draws it. */
export type Reference = ReferenceTexts & {
  /** all of it; null while it is not here */
  readonly whole: ReactNode;
};

type ReferenceBandProps = {
  reference: Reference;
  loading: boolean;
  /** in the sentence, before and after the record */
  before: ReactNode;
  after: ReactNode;
  /** all of the record is shown until it is put away */
  isExpanded?: boolean;
  /** back to what was shown before */
  onEnd: () => void;
};

/** "Most similar to “I keep reading …” by text-384" at the head of the records that are, with the whole record below. */
export function ReferenceBand({ reference, loading, before, after, isExpanded = false, onEnd }: ReferenceBandProps) {
  const [expanded, setExpanded] = useState(isExpanded);
  const whole = useId();
  const label = t("similarity.command.end");
  useCommands([{ id: "similarity.end", label, icon: X, section: "dataset", run: onEnd }]);
  return (
    <section
      aria-label={t("similaritySearch.bar.label")}
      aria-busy={loading || undefined}
      className="border-line border-b"
    >
      <div className="flex min-h-11 items-center gap-1 bg-sunken pr-3 pl-4 text-soft max-md:pr-1 max-md:pl-2">
        <div className="flex min-w-0 flex-1 items-center gap-1 whitespace-nowrap max-md:flex-wrap">
          <ReferencePreview before={before} reference={reference} />
          {after}
        </div>
        <IconButton
          size="small"
          icon={ChevronsUpDown}
          label={t(expanded ? "similaritySearch.bar.collapse" : "similaritySearch.bar.expand")}
          aria-expanded={expanded}
          aria-controls={whole}
          disabled={reference.whole === null}
          className={touchable}
          onClick={() => setExpanded(!expanded)}
        />
        <IconButton size="small" icon={X} label={t("similaritySearch.bar.end")} className={touchable} onClick={onEnd} />
      </div>
      <div id={whole}>{expanded && reference.whole}</div>
    </section>
  );
}

const touchable = "max-md:size-11";
