import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../ui/cx.ts";
import { Star } from "../../../ui/star.tsx";

export type TextTab = "write" | "suggestion";
const TABS = ["write", "suggestion"] as const satisfies readonly TextTab[];

type TextTabsProps = {
  selected: TextTab;
  /** agent and score */
  by: string;
  /** a person's answer says what the suggestion says: it keeps the star */
  agrees: boolean;
  onSelect: (tab: TextTab) => void;
};

/** "Write" and "Suggestion"; arrow keys go between them. */
export function TextTabs({ selected, by, agrees, onSelect }: TextTabsProps) {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const other = selected === "write" ? "suggestion" : "write";
    onSelect(other);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${other}"]`)?.focus();
  };
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={t("questions.suggestion.tab")}
      onKeyDown={onKeyDown}
      className="ml-auto flex flex-none gap-4 text-soft"
    >
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          data-tab={tab}
          aria-selected={tab === selected}
          title={tab === "suggestion" && by !== "" ? by : undefined}
          tabIndex={tab === selected ? 0 : -1}
          onClick={() => onSelect(tab)}
          className={cx(
            "inline-flex h-6 items-center gap-1",
            tab === selected && "text-ink shadow-[inset_0_-2px_var(--ink)]",
          )}
        >
          {(tab === "suggestion" || agrees) && (
            <span className="text-suggestion">
              <Star />
            </span>
          )}
          {t(tab === "write" ? "questions.text.write" : "questions.suggestion.tab")}
        </button>
      ))}
    </div>
  );
}
