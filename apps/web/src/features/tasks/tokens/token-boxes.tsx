import { indexLabels, isQuery, type LabelIndex, searchLabels } from "@postil/domain/labels/label-search";
import { wordsIn } from "@postil/domain/spans/same-words";
import { type Stretch, spanKey } from "@postil/domain/spans/span";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTaskRecord, ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { heldEntities, withEntities } from "@postil/domain/tasks/tag-entities";
import { t } from "i18next";
import { CircleSlash2 } from "lucide-react";
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import type { Keys } from "../../../lib/commands/keys-here.ts";
import { Button } from "../../../ui/button.tsx";
import { textLinkClass } from "../../../ui/cx.ts";
import { announce } from "../../../ui/screen-reader.tsx";
import { AskReplace, FloatAt } from "../../../workbench/spans/float-at.tsx";
import { LabelChooser, type LabelRow } from "../../../workbench/spans/label-chooser.tsx";
import { HowToAddLabels } from "../state/how-to-add-labels.tsx";
import { useTaskPage } from "../state/task-page-context.ts";
import type { AreaProps } from "../task-kind.ts";
import {
  type AtWords,
  entityChoice,
  labelOfPress,
  percent,
  type Tagged,
  type Tagging,
  unitsOf,
  useEntityChoice,
} from "./tagging.ts";

type AtWordsBoxProps = {
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
        <EntityChooser open={open} record={record} labels={labels} tagging={tagging} />
      )}
    </FloatAt>
  );
}

/** Shown instead of the entity chooser. */
function NoEntities({ onClose }: { onClose: () => void }) {
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
      <HowToAddLabels of="taskTokens" className={textLinkClass} />
    </div>
  );
}

/** With this number of entities or more, they can be searched (design: the task pages). */
const SEARCH_FROM = 10;

type EntityChooserProps = Pick<AtWordsBoxProps, "record" | "labels" | "tagging"> & {
  open: Extract<AtWords, { type: "choose" }>;
};

/** Chooses the entity of the selected words: by key, by arrows, by pointer (TAN-09, TSE-27). */
function EntityChooser({ open, record, labels, tagging }: EntityChooserProps) {
  const { at, entity } = open;
  const take = (label: string) => tagging.choose(open, label);
  // Also an entity that only comes from the prediction that the answer starts with.
  const there = record.answer.entities.find(({ start, end }) => start === at.start && end === at.end);
  const first = firstChoice(record, labels, at);
  const [taken, score] = [first?.label, first?.score ?? null];
  /** First the choice of Space, which may be missing in the dataset's list, then all entities that the query finds. */
  const rowsOf = useCallback(
    (query: string): readonly LabelRow[] => {
      const found = entitiesFound(labels, query).map(({ text, colorId, shortcut }) => ({
        ...{ value: text, text, color: colorId, keys: shortcut },
      }));
      if (taken === undefined || isQuery(query)) return found;
      const color = labels.find(({ text }) => text === taken)?.colorId ?? 0;
      const row = { value: taken, text: taken, color, keys: "Space", first: true };
      return [{ ...row, score: score === null ? undefined : percent(score) }, ...found];
    },
    [labels, taken, score],
  );
  return (
    <LabelChooser
      label={t("taskTokens.chooser", { words: tagging.wordsAt(at) })}
      rowsOf={rowsOf}
      find={labels.length >= SEARCH_FROM ? t("taskTokens.find") : null}
      none={t("taskTokens.notFound")}
      current={entity?.label ?? null}
      onTake={take}
      onKey={(event) => {
        const label = labelOfPress(event, labels);
        if (label !== null) take(label);
        return label !== null;
      }}
      onRemove={there === undefined ? null : () => tagging.remove(there)}
      onClose={tagging.close}
    />
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

type TagMoreProps = AreaProps<ShownTokenRecord> & {
  /** the action of the key; null if the words occur nowhere else */
  run: RefObject<(() => void) | null>;
  /** as printed on the keyboard */
  keys: Keys | undefined;
};

/** Tags further occurrences of the words that were tagged last (TAN-09). */
export function TagMore({ run, keys, ...props }: TagMoreProps) {
  const more = useTagMore(props);
  useLayoutEffect(() => {
    run.current = more?.run ?? null;
    return () => {
      run.current = null;
    };
  });
  if (more === null) return null;
  return (
    <Button variant="quiet" keys={keys} onClick={more.run} className="min-w-0">
      <span translate="no" className="truncate">
        {more.text}
      </span>
    </Button>
  );
}

type Found = { readonly record: ShownTokenRecord; readonly at: readonly Stretch[] };

/** "Tag 4 more “Apple”": first in the same record, then in the other records of the page. Null if there are none. */
function useTagMore({ record, labels, actions }: AreaProps<ShownTokenRecord>) {
  const { results } = useTaskPage();
  const { tagged } = useEntityChoice(labels[0]?.datasetId ?? "");
  const records = results?.records;
  const found = useMemo(() => {
    if (tagged?.recordKey !== record.key || !isThere(record, tagged)) return null;
    const here = foundIn(record, tagged);
    if (here.at.length > 0) return { where: "here" as const, in: [here] };
    const others = (records ?? []).filter(isOther(record)).map((other) => foundIn(other, tagged));
    return { where: "page" as const, in: others.filter(({ at }) => at.length > 0) };
  }, [tagged, record, records]);
  if (tagged === null || found === null || found.in.length === 0) return null;
  const count = found.in.reduce((sum, { at }) => sum + at.length, 0);
  const words = { count, words: tagged.text, label: tagged.label };
  return {
    text: t(`taskTokens.tag.${found.where}`, words),
    run: () => {
      actions.edit(
        ...found.in.map((one) => ({ record: one.record, answer: withEntities(one.record, tagged.label, ...one.at) })),
      );
      announce(t("taskTokens.tag.done", words));
    },
  };
}

const foundIn = (record: ShownTokenRecord, { words }: Tagged): Found => ({
  record,
  at: wordsIn(unitsOf(record), words, heldEntities(record)),
});

/** The entity may be gone: cleared, reset or undone. */
const isThere = ({ answer }: ShownTokenRecord, { at, label }: Tagged): boolean =>
  answer.entities.some((entity) => spanKey(entity) === spanKey({ ...at, label }));

/** Discarded records stay as they are. */
const isOther =
  (than: ShownTokenRecord) =>
  (record: ShownTaskRecord): record is ShownTokenRecord =>
    record.task === "TokenClassification" && record.key !== than.key && record.status !== "Discarded";

type ArmedProps = { label: string; onDisarm: () => void };

export function Armed({ label, onDisarm }: ArmedProps) {
  useCommands([
    {
      id: "tokens.disarm",
      section: "record",
      label: t("taskTokens.disarm"),
      icon: CircleSlash2,
      shortcuts: [{ keys: "Escape" }],
      run: onDisarm,
    },
  ]);
  const armed = t("taskTokens.armed", { label });
  useEffect(() => announce(`${label} ${armed}`), [label, armed]);
  return (
    <p className="ml-auto flex min-w-0 items-center gap-2">
      <span className="min-w-0 truncate" title={label}>
        <b translate="no" className="font-strong">
          {label}
        </b>{" "}
        {armed}
      </span>
      <Button variant="ghost" size="compact" keys="Escape" onClick={onDisarm}>
        {t("taskTokens.disarm")}
      </Button>
    </p>
  );
}
