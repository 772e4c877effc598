import type { TaskStatus } from "@postil/domain/tasks/task-record";
import { StatusPill } from "../../ui/status.tsx";
import "../../lib/i18n/en/tasks.ts";
import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { keywordParts, type TextPart } from "@postil/domain/text/keyword-parts";
import { textDirection } from "@postil/domain/text/text-direction";
import { t } from "i18next";
import {
  type FocusEvent,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { cx, textLinkClass } from "../../ui/cx.ts";

type RecordInputsProps = {
  record: TextRecord;
  /** the words to mark; by default the words that the search found */
  keywords?: readonly string[];
};

/** The content of a text classification record: one input without a name, or several with their names. */
export const RecordInputs = memo(function RecordInputs({ record, keywords }: RecordInputsProps) {
  const inputs = Object.entries(record.inputs);
  const found = keywords ?? record.searchKeywords;
  return (
    <FoldedText keywords={found}>
      <div className="grid gap-2">
        {inputs.map(([name, text]) => (
          <RecordText
            key={name}
            text={typeof text === "string" ? text : text.join("\n")}
            keywords={found}
            head={inputs.length > 1 && <span className="font-ui text-small text-soft">{name}: </span>}
          />
        ))}
      </div>
    </FoldedText>
  );
});

type RecordTextProps = {
  text: string;
  /** words that a search found in the text (TSE-25) */
  keywords?: readonly string[];
  /** on its first line: the kind of the text */
  head?: ReactNode;
};

const NONE: readonly string[] = [];

/** The text of a record as it was sent: line breaks are kept, markup is plain text, and found words are marked. */
export const RecordText = memo(function RecordText({ text, keywords = NONE, head }: RecordTextProps) {
  const parts = useMemo(() => keywordParts(text, keywords), [text, keywords]);
  return (
    <p translate="no" dir={textDirection(text)} className="font-record text-record whitespace-pre-wrap wrap-anywhere">
      {head}
      {parts.map(shownPart)}
    </p>
  );
});

const shownPart = ({ text, found }: TextPart, at: number) =>
  found ? (
    // The parts have no state, and change only with the text.
    <mark translate="no" key={at} className="rounded-key bg-match text-current">
      {text}
    </mark>
  ) : (
    text
  );

const FOLDED = "max-h-[min(360px,44dvh)]";

type FoldedTextProps = { keywords?: readonly string[] | undefined; children: ReactNode };

/** The content of a record, cut if it is long, with a button to show all of it (design/task-rows.md#content). */
export function FoldedText({ keywords, children }: FoldedTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  const { hides, found } = useHidden(box, keywords);
  const onFocus = ({ target }: FocusEvent) => hides && isBelow(target, box.current) && setOpened(true);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only hears where the focus goes */}
      <div
        ref={box}
        onFocus={onFocus}
        className={cx(!opened && FOLDED, hides && !opened && "overflow-clip mask-b-from-75%")}
      >
        <div>{children}</div>
      </div>
      <button
        type="button"
        hidden={!hides && !opened}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
        className={cx("mt-1 max-md:min-h-11", textLinkClass)}
      >
        {t(opened ? "tasks.fold.less" : "tasks.fold.all")}
        {!opened && found > 0 && <span className="text-soft">, {t("tasks.fold.found", { count: found })}</span>}
      </button>
    </>
  );
}

type Hidden = { readonly hides: boolean; readonly found: number };
const NOTHING: Hidden = { hides: false, found: 0 };

/** Tells if content is hidden below the visible part, and how many of the found words are hidden. */
function useHidden(box: RefObject<HTMLElement | null>, keywords: FoldedTextProps["keywords"]): Hidden {
  const [hidden, setHidden] = useState(NOTHING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are marked when these change
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === "undefined") return;
    // Runs once the row is drawn, so that rows out of view are not laid out only for measuring.
    const observer = new ResizeObserver(() => {
      // Measured by lines: parts below the last line, such as the name of an entity, have their own room.
      const hides = (element.firstElementChild?.clientHeight ?? 0) > element.clientHeight + 1;
      const marks = hides ? [...element.querySelectorAll("mark")] : [];
      const found = marks.filter((mark) => isBelow(mark, element)).length;
      setHidden((before) => (before.hides === hides && before.found === found ? before : { hides, found }));
    });
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [box, keywords]);
  return hidden;
}

const isBelow = (part: Element, box: Element | null): boolean =>
  box !== null && part.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom + 1;

const PILLS = { Validated: "validated", Discarded: "discarded", Edited: "edited", Default: null } as const;

/** The status of a record; nothing for a record that nobody has answered. */
export function RecordStatusPill({ status }: { status: TaskStatus }) {
  const pill = PILLS[status];
  return pill && <StatusPill status={pill} />;
}
