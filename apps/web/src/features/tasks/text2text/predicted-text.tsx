import { textDirection } from "@postil/domain/text/text-direction";
import { changedWords, wordCount } from "@postil/domain/text/word-count";
import { wordDiff } from "@postil/domain/text/word-diff";
import { t } from "i18next";
import { useDeferredValue, useMemo } from "react";
import "../../../lib/i18n/en/text-writing.ts";
import { TextChanges } from "../../../ui/text-changes.tsx";

const BOX = "max-h-[60vh] overflow-auto rounded-control bg-surface px-4 py-[11px]";

type PredictedTextProps = {
  predicted: string;
  /** what a person made of it, to be compared with; null: it stands by itself */
  mine: string | null;
};

/** What a machine wrote, or what became of it word by word. */
export function PredictedText({ predicted, mine }: PredictedTextProps) {
  if (mine !== null) return <Changes predicted={predicted} mine={mine} />;
  return (
    <>
      <p
        translate="no"
        dir={textDirection(predicted)}
        className={`${BOX} border-dotted border-suggestion font-serif text-[17px]/6 italic whitespace-pre-wrap wrap-anywhere [border-width:var(--stroke-suggested)]`}
      >
        {predicted}
      </p>
      <p className="mt-2 mb-3 text-small text-soft tabular-nums">
        {t("textWriting.words", { count: wordCount(predicted) })}
      </p>
    </>
  );
}

function Changes({ predicted, mine }: { predicted: string; mine: string }) {
  const text = useDeferredValue(mine);
  const counts = useMemo(() => changedWords(wordDiff(predicted, text)), [predicted, text]);
  return (
    <>
      <TextChanges suggested={predicted} text={text} className={`${BOX} border border-edge text-[15px]/6`} />
      <p className="mt-2 text-small text-soft tabular-nums">{t("text2text.counts", counts)}</p>
      <p className="mb-3 flex flex-wrap gap-x-4 text-small text-soft">
        <span>
          <span className="mr-2 font-serif text-suggestion italic line-through decoration-1">
            {t("text2text.legend.removed")}
          </span>
          {t("text2text.legend.inPrediction")}
        </span>
        <span>
          <span className="mr-2 font-strong text-ink underline decoration-1 underline-offset-[3px]">
            {t("text2text.legend.added")}
          </span>
          {t("text2text.legend.inText")}
        </span>
      </p>
    </>
  );
}
