/** How much is answered ("3 selected"), and the way to none. */
export function AnswerCount({ text, onClear }: { text: string; onClear: (() => void) | null }) {
  return (
    <>
      <span className="whitespace-nowrap text-small/6 text-soft tabular-nums">{text}</span>
      {onClear !== null && (
        <button
          type="button"
          className="text-accent leading-6 underline-offset-[3px] hover:underline"
          onClick={onClear}
        >
          {t("common.clear")}
        </button>
      )}
    </>
  );
}

import { t } from "i18next";
