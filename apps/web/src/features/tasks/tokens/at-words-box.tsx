import { settingsPath } from "@postil/domain/datasets/dataset-links";
import { indexLabels, isQuery, type LabelIndex, searchLabels } from "@postil/domain/labels/label-search";
import type { Stretch } from "@postil/domain/spans/span";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import { textLinkClass } from "../../../ui/text-link.ts";
import { AskReplace, FloatAt } from "../../../workbench/spans/float-at.tsx";
import { LabelChooser, type LabelRow } from "../../../workbench/spans/label-chooser.tsx";
import { useTaskPage } from "../state/task-page-context.ts";
import { entityChoice } from "./entity-choice.ts";
import { useScore } from "./shown-entities.ts";
import { type AtWords, labelOfPress, type Tagging } from "./use-tagging.ts";

export type AtWordsBoxProps = {
  open: AtWords;
  anchor: RefObject<HTMLElement | null>;
  record: ShownTokenRecord;
  labels: readonly GlobalLabel[];
  tagging: Tagging;
};

/** The box at selected words: the entity chooser, or the question if other entities should be replaced. */
export function AtWordsBox({ open, anchor, record, labels, tagging }: AtWordsBoxProps) {
  const words = tagging.wordsAt(open.at);
  const key = `${open.type} ${open.at.start} ${open.at.end}`;
  if (open.type === "ask")
    return (
      <AskReplace
        key={key}
        anchor={anchor}
        words={words}
        replaced={open.entities.map((entity) => ({ words: tagging.wordsAt(entity), label: entity.label }))}
        onYes={() => tagging.replace(open)}
        onClose={tagging.close}
      />
    );
  return (
    <FloatAt
      key={key}
      anchor={anchor}
      label={t("taskTokens.chooser", { words })}
      className={labels.length === 0 ? "w-72" : "w-60"}
      onClose={tagging.close}
    >
      {labels.length === 0 ? (
        <NoEntities onClose={tagging.close} />
      ) : (
        <EntityChooser
          words={words}
          labels={labels}
          first={firstChoice(record, labels, open.at)}
          current={open.entity?.label ?? null}
          onTake={(taken) => tagging.choose(open, taken)}
          onRemove={removal(record, open, tagging)}
          onClose={tagging.close}
        />
      )}
    </FloatAt>
  );
}

/** Removes the entity at the words, even if it only comes from the prediction that the answer starts with. */
function removal({ answer }: ShownTokenRecord, open: AtWords, { remove }: Tagging): (() => void) | null {
  const entity = answer.entities.find(({ start, end }) => start === open.at.start && end === open.at.end);
  return entity === undefined ? null : () => remove(entity);
}

/** Shown instead of the entity chooser; leads users who may add entities to the settings (design: the task pages). */
function NoEntities({ onClose }: { onClose: () => void }) {
  const { dataset, privileged } = useTaskPage();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key === "Tab" || event.key === "Enter") return;
    event.stopPropagation();
    if (event.key === "Escape") onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it
    <div ref={note} tabIndex={-1} onKeyDown={onKeyDown} className="px-3 py-2 outline-0">
      {privileged ? (
        <>
          {t("taskTokens.none.admin")}{" "}
          <Link to={settingsPath(dataset)} hash="labels" className={textLinkClass}>
            {t("taskTokens.none.settings")}
          </Link>
        </>
      ) : (
        t("taskTokens.none.annotator")
      )}
    </div>
  );
}

/** With this number of entities or more, they can be searched (design: the task pages). */
const SEARCH_FROM = 10;

type EntityChooserProps = {
  words: string;
  labels: readonly GlobalLabel[];
  /** the choice of Space */
  first: FirstChoice | null;
  /** the current entity of the words */
  current: string | null;
  onTake: (label: string) => void;
  /** null if there is nothing to remove */
  onRemove: (() => void) | null;
  onClose: () => void;
};

/** Chooses the entity of the selected words: by key, by arrows, by pointer (TAN-09, TSE-27). */
function EntityChooser({ words, labels, first, onTake, ...props }: EntityChooserProps) {
  const rowsOf = useRows(labels, first);
  const onKey = (event: KeyboardEvent) => {
    const label = labelOfPress(event, labels);
    if (label !== null) onTake(label);
    return label !== null;
  };
  return (
    <LabelChooser
      {...props}
      label={t("taskTokens.chooser", { words })}
      rowsOf={rowsOf}
      find={labels.length >= SEARCH_FROM ? t("taskTokens.find") : null}
      none={t("taskTokens.notFound")}
      onTake={onTake}
      onKey={onKey}
    />
  );
}

/** The rows: first the choice of Space, which may be missing in the dataset's list, then all entities that the query finds. */
function useRows(labels: readonly GlobalLabel[], first: FirstChoice | null) {
  const percent = useScore();
  const [taken, score] = [first?.label, first?.score ?? null];
  return useCallback(
    (query: string): readonly LabelRow[] => {
      const found = entitiesFound(labels, query).map(({ text, colorId, shortcut }) => ({
        ...{ value: text, text, color: colorId, keys: shortcut },
      }));
      if (taken === undefined || isQuery(query)) return found;
      const color = labels.find(({ text }) => text === taken)?.colorId ?? 0;
      const row = { value: taken, text: taken, color, keys: "Space", first: true };
      return [{ ...row, score: score === null ? undefined : percent(score) }, ...found];
    },
    [labels, taken, score, percent],
  );
}

const indexes = new WeakMap<readonly GlobalLabel[], LabelIndex>();

/** Built once for the labels of a page. */
function indexOf(labels: readonly GlobalLabel[]): LabelIndex {
  const index =
    indexes.get(labels) ?? indexLabels(labels.map(({ text }) => ({ value: text, text, description: null })));
  indexes.set(labels, index);
  return index;
}

/**
 * The labels that match a query, the best match first. Without a query: all labels, in the order of the bar and of their keys.
 */
function entitiesFound(labels: readonly GlobalLabel[], query: string): readonly GlobalLabel[] {
  if (!isQuery(query)) return labels;
  return searchLabels(indexOf(labels), query).flatMap(({ number }) => labels[number - 1] ?? []);
}

/** The choice of Space. `score`: set if it comes from a model. */
type FirstChoice = { readonly label: string; readonly score: number | null };

/**
 * The prediction for exactly these words, the most likely one of several, else the entity that was used last (TAN-09, TEN-06).
 */
function firstChoice(
  { prediction }: ShownTokenRecord,
  labels: readonly GlobalLabel[],
  { start, end }: Stretch,
): FirstChoice | null {
  const predicted = (prediction?.entities ?? []).filter((entity) => entity.start === start && entity.end === end);
  const [best] = predicted.sort((one, other) => other.score - one.score);
  if (best !== undefined) return { label: best.label, score: best.score };
  const [first] = labels;
  const last = first === undefined ? null : entityChoice(first.datasetId).get().last;
  return last === null ? null : { label: last, score: null };
}
