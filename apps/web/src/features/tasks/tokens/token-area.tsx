import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { TextCursor } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { afterPaint } from "../../../lib/after-paint.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { SpanText, type SpanTextHandle } from "../../../workbench/spans/span-text.tsx";
import { FoldedText } from "../folded-text.tsx";
import { wordEntries } from "../state/task-commands.ts";
import type { AnnotateProps, ExploreProps } from "../task-kind.ts";
import type { AtWordsBoxProps } from "./at-words-box.tsx";
import { shownEntities, useScore } from "./shown-entities.ts";
import { unitsOf } from "./token-units.ts";
import { useTagging } from "./use-tagging.ts";

/** Its code loads right after the page, because the user's next key may open it. */
export const AtWordsBox = lazyPart<AtWordsBoxProps>(async () => ({
  default: (await import("./at-words-box.tsx")).AtWordsBox,
}));
/** If this fails, it is loaded again when it is shown, and reports the error then. */
const fetchAhead = () => void AtWordsBox.preload().catch(() => undefined);

const TEXT = "font-record text-record [overflow-wrap:anywhere]";

function useShown(record: ShownTokenRecord, labels: ExploreProps<ShownTokenRecord>["labels"]) {
  const score = useScore();
  return useMemo(() => shownEntities(record, labels, score), [record, labels, score]);
}

/** The text of a record, in which users mark its entities (TAN-09). */
export function TokenArea(props: AnnotateProps<ShownTokenRecord>) {
  useEffect(() => afterPaint(fetchAhead), []);
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
export function TokenReading({ record, labels }: ExploreProps<ShownTokenRecord>) {
  const spans = useShown(record, labels);
  const [glosses] = usePreference("entityNames");
  return (
    <FoldedText>
      <SpanText label={t("taskTokens.text")} units={unitsOf(record)} spans={spans} glosses={glosses} className={TEXT} />
    </FoldedText>
  );
}
