import { t } from "i18next";
import "../../../lib/i18n/en/text-writing.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Markdown } from "../../../ui/markdown/markdown.tsx";
import { TextChanges } from "../../../ui/text-changes.tsx";

type SuggestedTextProps = {
  text: string;
  by: string;
  disabled: boolean;
  /** the person's answer where it differs, else null */
  edited: string | null;
  compares: boolean;
  onCompare: (compares: boolean) => void;
  onUse: () => void;
};

const BODY = "max-h-[60vh] overflow-auto px-3 py-[7px] text-[15px]/6";

/** What the machine proposes, to read, copy or take; and what was changed of it. */
export function SuggestedText({ text, by, disabled, edited, compares, onCompare, onUse }: SuggestedTextProps) {
  return (
    <div
      role="tabpanel"
      aria-label={t("questions.suggestion.tab")}
      className="rounded-control border-dotted border-suggestion bg-surface [border-width:var(--stroke-suggested)]"
    >
      {compares && edited !== null ? (
        <TextChanges suggested={text} text={edited} className={BODY} />
      ) : (
        <Markdown headingsFrom={4} text={text} className={BODY} />
      )}
      <footer className="flex items-center gap-2 px-2 pb-1.5">
        <span className="mr-auto truncate pl-1 text-note text-suggestion">{by}</span>
        {edited !== null && (
          <Button
            variant="quiet"
            size="compact"
            on={compares}
            aria-pressed={compares}
            onClick={() => onCompare(!compares)}
          >
            {t("textWriting.changes")}
          </Button>
        )}
        <CopyButton text={text} what={t("questions.suggestion.text")} />
        {!disabled && (
          <Button variant="quiet" size="compact" onClick={onUse}>
            {t("questions.suggestion.useText")}
          </Button>
        )}
      </footer>
    </div>
  );
}
