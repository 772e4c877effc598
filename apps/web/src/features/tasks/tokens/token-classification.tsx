import "../../../lib/i18n/en/token-classification.ts";
import { type GlobalLabel, isTooLong, VISIBLE_LABELS } from "@postil/domain/tasks/labels";
import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { adoptableEntities, withPredictions } from "@postil/domain/tasks/tag-entities";
import { t } from "i18next";
import { Copy, Eye, EyeOff, Sparkle, TextCursor } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { afterPaint } from "../../../lib/after-paint.ts";
import { useCommands, usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { usePreference } from "../../../lib/preferences/store.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { cx, textLinkClass } from "../../../ui/cx.ts";
import { Star } from "../../../ui/icon.tsx";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { entityColors, Swatch } from "../../../ui/swatch.tsx";
import { SpanText, type SpanTextHandle } from "../../../workbench/spans/span-text.tsx";
import { FoldedText } from "../record-inputs.tsx";
import { LabelsMissing } from "../state/labels-missing.tsx";
import type { AnnotateProps, AreaProps, ExploreProps, TaskKind } from "../task-kind.ts";
import { entityChoice, shownEntities, unitsOf, useEntityChoice, useTagging } from "./tagging.ts";
import { acceptCommand, moreCommand, wordEntries } from "./token-commands.ts";

// chunk: tokens

export const TOKEN_CLASSIFICATION: TaskKind<ShownTokenRecord> = {
  Annotate: TokenArea,
  Explore: TokenReading,
  Bar: EntityBar,
  StripEnd: ArmedNote,
  ReadingEnd: NamesSwitch,
  Extra: TokenActions,
};

const boxes = () => import("./token-boxes.tsx");
export const AtWordsBox = lazyPart(async () => ({ default: (await boxes()).AtWordsBox }));
export const TagMore = lazyPart(async () => ({ default: (await boxes()).TagMore }));
export const Armed = lazyPart(async () => ({ default: (await boxes()).Armed }));

/**
 * Loads a part right after the page, because the user's next key may open it. If this fails, it is loaded again when it is shown,
 * and reports the error then.
 */
function useFetchedAhead({ preload }: { readonly preload: () => Promise<void> }): void {
  useEffect(() => afterPaint(() => void preload().catch(() => undefined)), [preload]);
}

const TEXT = "font-record text-record [overflow-wrap:anywhere]";

function useShown(record: ShownTokenRecord, labels: readonly GlobalLabel[]) {
  return useMemo(() => shownEntities(record, labels), [record, labels]);
}

/** The text of a record, in which users mark its entities (TAN-09). */
function TokenArea(props: AnnotateProps<ShownTokenRecord>) {
  useFetchedAhead(AtWordsBox);
  const { record, labels, isCursor, toCursor } = props;
  const spans = useShown(record, labels);
  const tagging = useTagging(props);
  const text = useRef<SpanTextHandle>(null);
  const anchor = useRef<HTMLElement>(null);
  const [glosses] = usePreference("entityNames");
  const { handlers, units } = tagging;
  // Opened only for the cursor record, so that opening does not move any rows.
  const open = isCursor ? tagging.open : null;
  return (
    <>
      <FoldedText>
        <SpanText
          ref={text}
          label={t("taskTokens.text")}
          units={units}
          spans={spans}
          glosses={glosses}
          pending={open?.at ?? null}
          anchor={open && { at: open.at, ref: anchor }}
          className={TEXT}
          {...handlers}
          onSelect={(stretch, how) => {
            toCursor();
            handlers.onSelect(stretch, how);
          }}
          onChoose={(stretch) => {
            toCursor();
            handlers.onChoose(stretch);
          }}
          offer={tagging.offer}
          onLeave={() => leave()}
        />
      </FoldedText>
      {isCursor && <WordModeCommand enter={() => text.current?.enter()} />}
      {open !== null && (
        <AtWordsBox
          open={open}
          anchor={anchor}
          record={record}
          labels={labels}
          tagging={tagging}
          whenMissing={tagging.close}
        />
      )}
    </>
  );
}

/** Returns the focus to the record, so that its keys work again. */
function leave(): void {
  const row = document.activeElement?.closest("article");
  if (row instanceof HTMLElement) row.focus({ preventScroll: true });
}

function WordModeCommand({ enter }: { enter: () => void }) {
  useCommands(wordEntries({ icon: TextCursor, run: enter }));
  return null;
}

/** For reading only: the annotated and the predicted entities. */
function TokenReading({ record, labels }: ExploreProps<ShownTokenRecord>) {
  const spans = useShown(record, labels);
  const [glosses] = usePreference("entityNames");
  return (
    <FoldedText>
      <SpanText label={t("taskTokens.text")} units={unitsOf(record)} spans={spans} glosses={glosses} className={TEXT} />
    </FoldedText>
  );
}

/** In the action row of the cursor record: accept all predictions, and tag the same words elsewhere (TAN-09). */
function TokenActions(props: AreaProps<ShownTokenRecord>) {
  const { record, actions } = props;
  const adoptable = useMemo(() => adoptableEntities(record).length, [record]);
  const { tagged } = useEntityChoice(props.labels[0]?.datasetId ?? "");
  const more = useRef<(() => void) | null>(null);
  useFetchedAhead(TagMore);
  const accept = () => {
    actions.edit({ record, answer: withPredictions(record) });
    announce(t("taskTokens.accepted", { count: adoptable }));
  };
  const accepting = acceptCommand({ icon: Sparkle, mayRun: () => adoptable > 0, run: accept });
  const going = moreCommand({ icon: Copy, mayRun: () => more.current !== null, run: () => more.current?.() });
  useCommands([accepting, going]);
  const acceptKeys = usePrintedKeys(accepting);
  const moreKeys = usePrintedKeys(going);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {tagged?.recordKey === record.key && <TagMore {...props} run={more} keys={moreKeys} />}
      {adoptable > 0 && (
        <Button variant="quiet" keys={acceptKeys} onClick={accept}>
          <span className="text-suggestion">
            <Star size={14} />
          </span>
          {t("taskTokens.accept", { count: adoptable })}
        </Button>
      )}
    </div>
  );
}

/** At the end of the strip, instead of the number of records: the entity that a selection gets at once. */
function ArmedNote({ labels, children }: { labels: readonly GlobalLabel[]; children: ReactNode }) {
  const [first] = labels;
  return first === undefined ? children : <Note datasetId={first.datasetId}>{children}</Note>;
}

function Note({ datasetId, children }: { datasetId: string; children: ReactNode }) {
  const { armed } = useEntityChoice(datasetId);
  useFetchedAhead(Armed);
  if (armed === null) return children;
  // Without the note, the user would not know why a selection is labeled at once.
  const disarm = () => entityChoice(datasetId).set({ armed: null });
  return <Armed label={armed} onDisarm={disarm} whenMissing={disarm} />;
}

/**
 * The entities of the dataset: as many of the first ten as fit in one line, or all of them (LAB-06, LAB-07, TEN-09). Without
 * entities, how to add some: what cannot be done here is said before somebody selects words for it.
 */
function EntityBar({ labels }: { labels: readonly GlobalLabel[] }) {
  const [first] = labels;
  return first === undefined ? <NoEntities /> : <Bar labels={labels} datasetId={first.datasetId} />;
}

const NoEntities = () => (
  <p className="flex-none px-6 pt-2 text-soft empty:hidden max-md:px-4">
    <LabelsMissing of="taskTokens" className={`${textLinkClass} underline`} />
  </p>
);

function Bar({ labels, datasetId }: { labels: readonly GlobalLabel[]; datasetId: string }) {
  const { armed } = useEntityChoice(datasetId);
  const [isOpen, setOpen] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFitting(row, labels.slice(0, VISIBLE_LABELS));
  const shown = isOpen ? labels : labels.slice(0, fitting);
  const hidden = labels.length - fitting;
  // An armed entity is valid only on the page that shows it.
  useEffect(() => () => entityChoice(datasetId).set({ armed: null, tagged: null }), [datasetId]);
  const arm = (text: string) => entityChoice(datasetId).set({ armed: armed === text ? null : text });
  return (
    <div className="flex flex-none items-start gap-2 px-6 pt-2 max-md:px-4">
      <div
        ref={row}
        role="toolbar"
        aria-label={t("words.entities")}
        className={cx(
          "-ml-2 flex min-w-0 flex-1 gap-1",
          isOpen ? "max-h-40 flex-wrap overflow-y-auto" : "overflow-hidden",
        )}
      >
        {shown.map((label) => (
          <EntityButton key={label.text} label={label} armed={label.text === armed} onArm={arm} />
        ))}
        {hidden > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={isOpen ? undefined : t("taskTokens.showMore", { count: hidden })}
            onClick={() => setOpen(!isOpen)}
            className="h-8 flex-none rounded-control px-2 text-accent tabular-nums hover:bg-hover max-md:h-11"
          >
            {isOpen ? t("words.showLess") : t("taskTokens.more", { count: hidden })}
          </button>
        )}
      </div>
      <NamesSwitch />
    </div>
  );
}

type EntityButtonProps = { label: GlobalLabel; armed: boolean; onArm: (text: string) => void };

function EntityButton({ label: { text, colorId, shortcut }, armed, onArm }: EntityButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={armed}
      title={isTooLong(text) ? t("tasks.labelTooLong") : text}
      data-entity={text}
      style={entityColors(colorId)}
      onClick={() => onArm(text)}
      className={cx(
        "flex h-8 max-w-60 flex-none items-center gap-2 rounded-control px-2 max-md:h-11",
        armed ? "bg-(--fill) font-strong shadow-[inset_0_0_0_1.5px_var(--tone)]" : "hover:bg-hover",
      )}
    >
      <Swatch color={colorId} />
      <span translate="no" dir="auto" className="min-w-0 truncate">
        {text}
      </span>
      {shortcut !== null && <KeyCap keys={shortcut} />}
    </button>
  );
}

/** Turns the names of entities below their words on and off (design/task-rows.md#entities). */
function NamesSwitch() {
  const [names, setNames] = usePreference("entityNames");
  return (
    <IconButton
      icon={names ? Eye : EyeOff}
      label={t("taskTokens.names")}
      aria-pressed={names}
      onClick={() => setNames(!names)}
    />
  );
}

/** The gap between two entities, and the maximum width of "+12", px. */
const GAP = 4;
const MORE = 64;

/**
 * The number of elements that fit in a line. All are drawn once to measure them; the number is then computed from these widths
 * whenever the width of the line changes. At least one is always shown.
 */
function useFitting(row: RefObject<HTMLElement | null>, of: readonly { readonly text: string }[]): number {
  const key = of.map(({ text }) => text).join("\n");
  const [fitting, setFitting] = useState({ key, count: of.length });
  const widths = useRef<{ readonly key: string; readonly each: readonly number[] } | null>(null);
  const count = fitting.key === key ? fitting.count : of.length;
  useLayoutEffect(() => {
    const line = row.current;
    if (line === null) return;
    const measure = () => {
      if (widths.current?.key !== key) {
        const each = [...line.querySelectorAll("[data-entity]")].map(
          (element) => element.getBoundingClientRect().width,
        );
        widths.current = { key, each: each.slice(0, of.length) };
      }
      setFitting({ key, count: fitIn(line.clientWidth, widths.current.each) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(line);
    return () => observer.disconnect();
  }, [row, key, of.length]);
  return count;
}

function fitIn(room: number, widths: readonly number[]): number {
  let [used, count] = [0, 0];
  for (const width of widths) {
    used += width + GAP;
    const left = room - used;
    if (left < (count + 1 < widths.length ? MORE : 0)) break;
    count++;
  }
  return Math.max(1, count);
}
