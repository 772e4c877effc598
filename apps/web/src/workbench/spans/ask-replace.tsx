import { t } from "i18next";
import "../../lib/i18n/en/spans.ts";
import type { KeyboardEvent, RefObject } from "react";
import { keysOfPress } from "../../lib/commands/chord.ts";
import { Button } from "../../ui/button.tsx";
import { FloatAt } from "./float-at.tsx";

export type AskReplaceProps = {
  anchor: RefObject<HTMLElement | null>;
  /** that were selected */
  words: string;
  /** what stands in their way */
  replaced: readonly { readonly words: string; readonly label: string }[];
  onYes: () => void;
  onClose: () => void;
};

const YES = "R";

/** Whether spans give way to a new one. Enter and Escape keep what is there: an Enter that was meant for the record destroys nothing. */
export function AskReplace({ anchor, words, replaced, onYes, onClose }: AskReplaceProps) {
  const [first, ...others] = replaced;
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") onClose();
    if (keysOfPress(event.nativeEvent) === YES) onYes();
  };
  return (
    <FloatAt anchor={anchor} label={t("spans.overlaps", { words })} className="w-72" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons are the controls */}
      <div onKeyDown={onKeyDown} className="p-2">
        <p className="px-1 pb-2 wrap-anywhere">
          {others.length === 0 && first ? t("spans.replaceOne", first) : t("spans.replace", { count: replaced.length })}
        </p>
        <div className="flex justify-end gap-2">
          <Button size="compact" keys={YES} onClick={onYes}>
            {t("spans.yes")}
          </Button>
          <Button variant="primary" size="compact" keys="Enter" autoFocus onClick={onClose}>
            {t("spans.keep")}
          </Button>
        </div>
      </div>
    </FloatAt>
  );
}
