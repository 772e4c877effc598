import { isQuery } from "@postil/domain/labels/label-search";
import { t } from "i18next";
import type { KeyboardEventHandler, Ref } from "react";
import { cx } from "../../ui/cx.ts";
import { SearchInput } from "../../ui/search-input.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { LabelView } from "./use-label-view.ts";

type LabelSearchProps = {
  ref: Ref<HTMLInputElement>;
  view: LabelView;
  onKeyDown: KeyboardEventHandler<HTMLInputElement>;
  onEscape: () => void;
  /** the keys shown in the box */
  keys?: string;
  className: string;
};

/** Searches all labels, also hidden ones. `useSearchKeys` handles its keys (FAN-23, FAN-29). */
export function LabelSearch({ ref, view, onKeyDown, onEscape, keys, className }: LabelSearchProps) {
  return (
    <>
      <SearchInput
        ref={ref}
        size="compact"
        label={t("questions.labels.find")}
        placeholder={t("questions.labels.find")}
        keys={keys}
        value={view.query}
        onChange={view.setQuery}
        onKeyDown={onKeyDown}
        onEscape={onEscape}
        className={cx("min-w-35 max-md:basis-full", className)}
      />
      <VisuallyHidden>
        <span role="status">{isQuery(view.query) && <FoundText view={view} />}</span>
      </VisuallyHidden>
    </>
  );
}

/** "3 labels found. Enter takes card arrival." */
function FoundText({ view: { shown, marked } }: Pick<LabelSearchProps, "view">) {
  const found = t("questions.labels.found", { count: shown.length });
  return marked === undefined ? found : `${found}. ${t("questions.labels.takes", { text: marked.text })}`;
}
