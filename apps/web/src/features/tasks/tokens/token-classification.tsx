import "../../../lib/i18n/en/token-classification.ts";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { adoptableEntities, withPredictions } from "@postil/domain/tasks/tag-entities";
import { t } from "i18next";
import { Copy, Sparkle, TextCursor } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { afterPaint } from "../../../lib/after-paint.ts";
import { useCommands, usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { usePreference } from "../../../lib/preferences/store.ts";
import { Button } from "../../../ui/button.tsx";
import { Star } from "../../../ui/icon.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { SpanText, type SpanTextHandle } from "../../../workbench/spans/span-text.tsx";
import { FoldedText } from "../record-inputs.tsx";
import type { AnnotateProps, AreaProps, ExploreProps, TaskKind } from "../task-kind.ts";
import { EntityBar, NamesSwitch } from "./entity-bar.tsx";
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
