import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import type { Sentence } from "@postil/domain/tasks/task-record";
import { answerText, predictedTexts, writtenText } from "@postil/domain/tasks/written-text";
import { textDirection } from "@postil/domain/text/text-direction";
import { changedWords, wordCount, wordDiff } from "@postil/domain/text/word-diff";
import { createEmitter } from "../../../lib/emitter.ts";
import type { RecordActions } from "../saving/use-task-actions.ts";
import type { BesideProps } from "../task-kind.ts";
import "../../../lib/i18n/en/text-writing.ts";
import { t } from "i18next";
import { GitCompare, X } from "lucide-react";
import {
  type MouseEvent,
  type ReactNode,
  useDeferredValue,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { percentText } from "../../../lib/i18n/percent.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Star } from "../../../ui/icon.tsx";
import { InlineTabs, tabPanel } from "../../../ui/inline-tabs.tsx";
import { TextChanges } from "../../../ui/text-writing.tsx";

/** A press keeps the focus, and with it the text cursor, in the edited text. */
const keepsFocus = (event: MouseEvent) => event.preventDefault();

/** Beside the list, in place of progress and stats: the predictions for the cursor record (TAN-11). */
export function PredictionsPanel({ record, actions }: BesideProps) {
  const texts = record?.task === "Text2Text" ? predictedTexts(record) : [];
  return (
    <aside aria-label={t("text2text.panel")} className="min-h-0 overflow-auto pr-6 pb-6 max-md:px-4">
      <header className="-mr-2 flex h-9 items-center gap-1">
        <h2 className="flex-1 font-strong">{t("text2text.predictions", { count: texts.length })}</h2>
        <IconButton icon={X} size="tiny" label={t("text2text.close")} onClick={() => setPredictionsOpen(false)} />
      </header>
      {record?.task !== "Text2Text" ? (
        <p className="text-soft">{t("text2text.noRecord")}</p>
      ) : texts.length === 0 ? (
        <p className="text-soft">{t("text2text.none")}</p>
      ) : (
        <Predictions key={record.key} record={record} actions={actions} />
      )}
    </aside>
  );
}

function Predictions({ record, actions }: { record: ShownText2TextRecord; actions: RecordActions }): ReactNode {
  const panelId = useId();
  const [place, setPlace] = useState("0");
  const [compares, setCompares] = useState(false);
  const predictions = predictedTexts(record);
  const prediction = predictions[Number(place)] ?? predictions[0];
  if (prediction === undefined) return null;
  const mine = answerText(record);
  return (
    <>
      <div className="mb-3 flex items-center gap-2 border-line border-b">
        <InlineTabs
          label={t("words.texts")}
          tabs={predictionTabs(predictions)}
          selected={place}
          onSelect={setPlace}
          panelId={panelId}
          className="min-w-0 flex-1 flex-wrap"
          tabClassName="h-9 tabular-nums max-md:h-11"
        />
        <p className="inline-flex min-w-0 items-center gap-1 font-serif text-suggestion italic">
          <Star />
          <span translate="no" className="truncate">
            {record.prediction?.agent}
          </span>
        </p>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus where it is */}
      <div {...tabPanel(panelId, place)} onMouseDown={keepsFocus}>
        <PredictedText predicted={prediction.text} mine={compares ? mine : null} />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            disabled={prediction.text === mine && record.answerOrigin !== "none"}
            onClick={() => actions.edit({ record, answer: writtenText(record, prediction.text) })}
          >
            {t("text2text.use")}
          </Button>
          <CopyButton text={prediction.text} what={t("text2text.prediction")} />
          <Button
            variant="quiet"
            icon={GitCompare}
            on={compares}
            aria-pressed={compares}
            onClick={() => setCompares(!compares)}
            className="ml-auto"
          >
            {t("text2text.changes")}
          </Button>
        </div>
      </div>
    </>
  );
}

const BOX = "max-h-[60vh] overflow-auto rounded-control bg-surface px-4 py-[11px]";

/** The predicted text, or the user's changes to it, word by word. `mine`: the user's version; null shows only the prediction. */
function PredictedText({ predicted, mine }: { predicted: string; mine: string | null }) {
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
      <TextChanges before={predicted} after={text} className={`${BOX} border border-edge text-[15px]/6`} />
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

/** A tab for each prediction, identified by its position and named by its score. */
export function predictionTabs(predictions: readonly Sentence[]) {
  return predictions.map(({ score }, place) => ({
    id: String(place),
    label: (
      <>
        <span className="text-suggestion">
          <Star />
        </span>
        {percentText(score) ?? place + 1}
      </>
    ),
  }));
}

let open = false;
const changed = createEmitter<void>();

/** True if the predictions are shown beside the list; kept as long as the page lives. */
export const usePredictionsOpen = (): boolean => useSyncExternalStore(changed.on, () => open);

export function setPredictionsOpen(next: boolean): void {
  open = next;
  changed.emit();
}
