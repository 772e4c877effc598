import "../../../lib/i18n/en/text2text.ts";
import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import type { Sentence } from "@postil/domain/tasks/task-record";
import { answerText, predictedTexts, writtenText } from "@postil/domain/tasks/written-text";
import { textDirection } from "@postil/domain/text/text-direction";
import { changedWords, wordCount, wordDiff } from "@postil/domain/text/word-diff";
import { t } from "i18next";
import {
  type MouseEvent,
  type ReactNode,
  useDeferredValue,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { createEmitter } from "../../../lib/emitter.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Star } from "../../../ui/icon.tsx";
import { InlineTabs, tabPanel } from "../../../ui/inline-tabs.tsx";
import { FoldedText, RecordText } from "../record-inputs.tsx";
import type { RecordActions } from "../saving/use-task-actions.ts";
import type { AreaProps, BesideProps, ExploreProps, TaskKind } from "../task-kind.ts";
import { AnswerText, Target, TargetText, useWritingIn } from "./target.tsx";
import "../../../lib/i18n/en/text-writing.ts";
import { GitCompare, X } from "lucide-react";
import { percentText } from "../../../lib/i18n/percent.ts";
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
function predictionTabs(predictions: readonly Sentence[]) {
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
const usePredictionsOpen = (): boolean => useSyncExternalStore(changed.on, () => open);

function setPredictionsOpen(next: boolean): void {
  open = next;
  changed.emit();
}

// chunk: text

function Annotate(props: AreaProps<ShownText2TextRecord>) {
  return (
    <>
      <SourceText record={props.record} />
      <Target {...props} />
    </>
  );
}

function Explore({ record }: ExploreProps<ShownText2TextRecord>) {
  return (
    <>
      <SourceText record={record} />
      <ExploreTexts record={record} />
    </>
  );
}

export const TEXT_TO_TEXT: TaskKind<ShownText2TextRecord> = {
  Annotate,
  Explore,
  Extra: PredictionsButton,
  beside: { useOpen: usePredictionsOpen, Panel: PredictionsPanel },
  useTyping: (record) => useWritingIn() === record.key,
};

function SourceText({ record }: { record: ShownText2TextRecord }) {
  return (
    <div className="group relative">
      <FoldedText keywords={record.searchKeywords}>
        <RecordText text={record.text} keywords={record.searchKeywords} />
      </FoldedText>
      <CopyButton
        text={record.text}
        what={t("text2text.source")}
        onHover
        className="absolute -top-1 left-full ml-1 max-md:right-0 max-md:left-auto"
      />
    </div>
  );
}

const ANNOTATION = "annotation";

/** All texts of a record: the annotation first, then the predictions by score (TAN-11). */
function ExploreTexts({ record }: { record: ShownText2TextRecord }) {
  const panelId = useId();
  const predictions = predictedTexts(record);
  const annotated = record.answerOrigin !== "prediction" && answerText(record) !== "";
  const tabs = [
    ...(annotated ? [{ id: ANNOTATION, label: t("text2text.annotation") }] : []),
    ...predictionTabs(predictions),
  ];
  const [wanted, select] = useState<string | null>(null);
  const selected = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  if (selected === undefined) return null;
  const prediction = predictions[Number(selected.id)];
  return (
    <>
      <InlineTabs
        label={t("words.texts")}
        tabs={tabs}
        selected={selected.id}
        onSelect={select}
        panelId={panelId}
        className="mt-3 mb-1 flex-wrap"
        tabClassName="h-7 tabular-nums max-md:h-11"
      />
      <div {...tabPanel(panelId, selected.id)}>
        {prediction === undefined ? <AnswerText record={record} /> : <TargetText text={prediction.text} by="machine" />}
      </div>
    </>
  );
}

/** At the end of a row's actions: shows the predictions beside the list. */
function PredictionsButton({ record }: { record: ShownText2TextRecord }) {
  const open = usePredictionsOpen();
  const count = record.prediction?.sentences.length ?? 0;
  return (
    <Button
      variant="quiet"
      on={open}
      aria-expanded={open}
      disabled={count === 0 && !open}
      // A press does not end the editing of the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setPredictionsOpen(!open)}
    >
      <span className="text-suggestion">
        <Star />
      </span>
      {t("text2text.predictions", { count })}
    </Button>
  );
}
