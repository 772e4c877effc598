import { t } from "i18next";
import "../../../lib/i18n/en/text-writing.ts";
import { InlineTabs } from "../../../ui/inline-tabs.tsx";
import { Star } from "../../../ui/star.tsx";

export type TextTab = "write" | "suggestion";

type TextTabsProps = {
  selected: TextTab;
  /** agent and score */
  by: string;
  /** a person's answer says what the suggestion says: it keeps the star */
  agrees: boolean;
  onSelect: (tab: TextTab) => void;
};

const STAR = (
  <span className="text-suggestion">
    <Star />
  </span>
);

/** "Write" and "Suggestion". */
export function TextTabs({ selected, by, agrees, onSelect }: TextTabsProps) {
  return (
    <InlineTabs
      label={t("questions.suggestion.tab")}
      selected={selected}
      onSelect={onSelect}
      className="ml-auto flex-none"
      tabs={[
        {
          id: "write",
          label: (
            <>
              {agrees && STAR}
              {t("textWriting.write")}
            </>
          ),
        },
        {
          id: "suggestion",
          title: by === "" ? undefined : by,
          label: (
            <>
              {STAR}
              {t("questions.suggestion.tab")}
            </>
          ),
        },
      ]}
    />
  );
}
