import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Markdown } from "../../../ui/markdown/markdown.tsx";

type SuggestedTextProps = { text: string; by: string; disabled: boolean; onUse: () => void };

/** What the machine proposes, to read, copy or take. */
export function SuggestedText({ text, by, disabled, onUse }: SuggestedTextProps) {
  const { t } = useTranslation();
  return (
    <div
      role="tabpanel"
      aria-label={t("questions.suggestion.tab")}
      className="rounded-control border-dotted border-suggestion bg-surface [border-width:var(--stroke-suggested)]"
    >
      <Markdown text={text} className="max-h-[60vh] overflow-auto px-3 py-[7px] text-[15px]/6" />
      <footer className="flex items-center gap-2 px-2 pb-1.5">
        <span className="mr-auto truncate pl-1 text-note text-suggestion">{by}</span>
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
