import { scorePercent } from "@postil/domain/records/suggestion-score";
import { type Stretch, spanKey } from "@postil/domain/spans/span";
import { inTheWay } from "@postil/domain/spans/span-list";
import { type SpanUnits, tokenUnits, wordsOf } from "@postil/domain/spans/span-units";
import { type GlobalLabel, isTooLong } from "@postil/domain/tasks/labels";
import type { ShownTokenRecord, TokenRecord } from "@postil/domain/tasks/shown-record";
import { heldEntities, once, withEntities, withEntityChanged, withoutEntity } from "@postil/domain/tasks/tag-entities";
import type { Entities, Entity } from "@postil/domain/tasks/task-record";
import { placeTokens } from "@postil/domain/tasks/token-borders";
import { t } from "i18next";
import { useState, useSyncExternalStore } from "react";
import { labelKeyOfPress } from "../../../lib/commands/chord.ts";
import { createEmitter } from "../../../lib/emitter.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { announce } from "../../../ui/screen-reader.tsx";
import type { LabelOffer, Selected, ShownSpan, SpanActions, SpanTarget } from "../../../workbench/spans/shown-span.ts";
import { shortWords } from "../../../workbench/spans/span-block.tsx";
import type { AreaProps } from "../task-kind.ts";

export type AtWords =
  /** The chooser. `entity`: the existing entity that would change. */
  | { readonly type: "choose"; readonly at: Stretch; readonly entity: Entity | null }
  /** Asks if other entities should be replaced. `label`: the new label, if it is already chosen. */
  | { readonly type: "ask"; readonly at: Stretch; readonly entities: readonly Entity[]; readonly label: string | null };

const sameStretch = (one: Stretch, other: Stretch) => one.start === other.start && one.end === other.end;

/** The actions on the entities of a record, by pointer and by key (TAN-09). */
export function useTagging({ record, labels, actions }: AreaProps<ShownTokenRecord>) {
  const [open, setOpen] = useState<AtWords | null>(null);
  const units = unitsOf(record);
  const wordsAt = ({ start, end }: Stretch) => shortWords(units.points.slice(start, end));
  const keep = (answer: Entities, said: string) => {
    setOpen(null);
    actions.edit({ record, answer });
    announce(said);
  };
  const used = (at: Stretch, label: string) =>
    chosen(labels[0]?.datasetId)?.set({
      last: label,
      tagged: { recordKey: record.key, at, words: wordsOf(units, at), text: wordsAt(at), label },
    });
  /** A label that the server would refuse is not sent. */
  const isRefused = (label: string) => {
    const refused = isTooLong(label);
    if (refused) notify({ message: t("tasks.labelTooLong"), type: "warning" });
    return refused;
  };
  const tag = (at: Stretch, label: string) => {
    if (isRefused(label)) return setOpen(null);
    keep(withEntities(record, label, at), t("spans.added", { words: wordsAt(at), label }));
    used(at, label);
  };
  const change = (entity: Entity, at: Stretch, label: string) => {
    if ((entity.label === label && sameStretch(entity, at)) || isRefused(label)) return setOpen(null);
    keep(withEntityChanged(record, entity, at, label), t("spans.changed", { words: wordsAt(at), label }));
    used(at, label);
  };
  const remove = (entity: Entity) =>
    keep(withoutEntity(record, entity), t("spans.removed", { words: wordsAt(entity), label: entity.label }));

  /** Gives words a label; null asks for the label. */
  const want = (at: Stretch, label: string | null) => {
    const { same, others } = inTheWay(heldEntities(record), at);
    if (others.length > 0) setOpen({ type: "ask", at, entities: others, label });
    else if (label === null) setOpen({ type: "choose", at, entity: same });
    else if (same) change(same, at, label);
    else tag(at, label);
  };
  /** The entity that a selection gets without a question: the armed one, or the only one. */
  const atOnce = () => {
    const armed = chosen(labels[0]?.datasetId)?.get().armed ?? null;
    return labels.find(({ text }) => text === armed) ?? (labels.length === 1 ? labels[0] : undefined);
  };
  const own = (span: ShownSpan) => record.answer.entities.find((entity) => spanKey(entity) === spanKey(span));
  const select = (at: Stretch, { extended }: Selected) => {
    const [longer, ...others] = inTheWay(heldEntities(record), at).others;
    if (extended && longer && others.length === 0 && sameStretch(longer, extended))
      return change(longer, at, longer.label);
    want(at, atOnce()?.text ?? null);
  };
  const removeShown = (span: ShownSpan) => {
    const entity = own(span);
    if (entity !== undefined) remove(entity);
  };
  const handlers = {
    onSelect: select,
    onChoose: (at) => want(at, null),
    onOpen: (span) => want({ start: span.start, end: span.end }, null),
    onRemove: removeShown,
    onPress: (span, clicks) => {
      if (clicks === 1) want({ start: span.start, end: span.end }, null);
      else if (span.look === "solid") removeShown(span);
    },
    onKey: (event: KeyboardEvent, { stretch }: SpanTarget) => {
      const label = labelOfPress(event, labels);
      if (label !== null) want(stretch, label);
      return label !== null;
    },
  } satisfies SpanActions;
  return {
    units,
    open,
    close: () => setOpen(null),
    offer: (): LabelOffer | null => {
      const label = atOnce();
      return label === undefined ? null : { name: label.text, color: label.colorId };
    },
    handlers,
    choose: ({ at, entity }: Extract<AtWords, { type: "choose" }>, label: string) =>
      entity === null ? tag(at, label) : change(entity, at, label),
    replace: ({ at, label }: Extract<AtWords, { type: "ask" }>) =>
      label === null ? setOpen({ type: "choose", at, entity: null }) : tag(at, label),
    remove,
    wordsAt,
  };
}

export type Tagging = ReturnType<typeof useTagging>;

const chosen = (datasetId: string | undefined) => (datasetId === undefined ? null : entityChoice(datasetId));

/** The label of the pressed key; for letters without Shift (LAB-05). */
export function labelOfPress(event: KeyboardEvent, labels: AreaProps<ShownTokenRecord>["labels"]): string | null {
  const key = labelKeyOfPress(event);
  return key === null ? null : (labels.find(({ shortcut }) => shortcut === key)?.text ?? null);
}

export type Tagged = {
  readonly recordKey: string;
  readonly at: Stretch;
  readonly words: readonly string[];
  readonly text: string;
  readonly label: string;
};

/** The state that the records of a dataset share during labeling. */
type EntityChoice = {
  /** The armed entity: every selection gets it at once, until the user chooses it again (LAB-01, `is_activate`). */
  readonly armed: string | null;
  /** `lastSelectedEntity` (TEN-06) */
  readonly last: string | null;
  readonly tagged: Tagged | null;
};

function createChoice() {
  let choice: EntityChoice = { armed: null, last: null, tagged: null };
  const changed = createEmitter<void>();
  return {
    get: () => choice,
    onChange: changed.on,
    set(change: Partial<EntityChoice>): void {
      choice = { ...choice, ...change };
      changed.emit();
    },
  };
}

const choices = new Map<string, ReturnType<typeof createChoice>>();

/** The state of one dataset, for as long as the page is open. */
export function entityChoice(datasetId: string) {
  const choice = choices.get(datasetId) ?? createChoice();
  choices.set(datasetId, choice);
  return choice;
}

/**
 * For the few parts that show this state. The texts of records only read it on demand, so they do not render again when it
 * changes.
 */
export function useEntityChoice(datasetId: string): EntityChoice {
  const choice = entityChoice(datasetId);
  return useSyncExternalStore(choice.onChange, choice.get);
}

const known = new WeakMap<readonly string[], SpanUnits>();

/** The text of a record split by its tokens; computed once, however often the record is edited. */
export function unitsOf({ text, tokens }: Pick<TokenRecord, "text" | "tokens">): SpanUnits {
  const before = known.get(tokens);
  if (before !== undefined) return before;
  const placed = placeTokens(text, tokens);
  // The server refuses records whose tokens are not in their text.
  const units = tokenUnits(text, "missing" in placed ? [] : placed.places);
  known.set(tokens, units);
  return units;
}

/** The entities of a record in two layers: the answer, and the predictions beside it (design: the task pages). */
export function shownEntities(record: ShownTokenRecord, labels: readonly GlobalLabel[]): readonly ShownSpan[] {
  const colors = new Map(labels.map(({ text, colorId }) => [text, colorId]));
  const said = once(heldEntities(record));
  const predicted = new Map((record.prediction?.entities ?? []).map((entity) => [spanKey(entity), entity]));
  const { prediction, annotation, answerOrigin } = record;
  /** "Place, 91 %, gazetteer": label, score, agent. */
  const hint = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(", ");
  const held = new Set(said.map(spanKey));
  const drawn = (entity: Entity): Omit<ShownSpan, "key" | "look" | "star"> => ({
    start: entity.start,
    end: entity.end,
    label: entity.label,
    name: entity.label,
    // An entity that the dataset does not list gets the next colour after the last label.
    color: colors.get(entity.label) ?? labels.length,
  });
  return [
    ...said.map((entity): ShownSpan => {
      const key = spanKey(entity);
      return {
        ...drawn(entity),
        key,
        look: "solid",
        star: predicted.has(key),
        hint: hint(entity.label, answerOrigin === "annotation" ? annotation?.agent : undefined),
      };
    }),
    ...[...predicted].flatMap(([key, entity]): readonly ShownSpan[] =>
      held.has(key)
        ? []
        : [
            {
              ...drawn(entity),
              key: `predicted ${key}`,
              look: "predicted",
              star: true,
              hint: hint(entity.label, percent(entity.score), prediction?.agent),
            },
          ],
    ),
  ];
}

/** A score as text: "91 %". */
export function percent(score: number): string | undefined {
  const value = scorePercent(score);
  return value === undefined ? undefined : t("taskTokens.percent", { value });
}
