import { numbersUpTo } from "@postil/domain/answers/option-keys";
import type { LabelOption, SpanQuestionSettings } from "@postil/domain/datasets/question";
import { indexLabels, isQuery, searchLabels } from "@postil/domain/labels/label-search";
import type { Span, Stretch } from "@postil/domain/spans/span";
import { inTheWay } from "@postil/domain/spans/span-list";
import { wordUnits } from "@postil/domain/spans/span-units";
import { t } from "i18next";
import { type RefObject, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { digitOfPress } from "../../../../lib/commands/chord.ts";
import { usePreference } from "../../../../lib/preferences/store.ts";
import { cx } from "../../../../ui/cx.ts";
import { floatingClass } from "../../../../ui/floating.tsx";
import { AskReplace, type AskReplaceProps } from "../../../../workbench/spans/float-at.tsx";
import { LabelChooser, type LabelRow } from "../../../../workbench/spans/label-chooser.tsx";
import type { LabelOffer, Selected, ShownSpan, SpanTarget } from "../../../../workbench/spans/shown-span.ts";
import { shortWords } from "../../../../workbench/spans/span-block.tsx";
import { SpanText, type SpanTextHandle } from "../../../../workbench/spans/span-text.tsx";
import { type FormOnPage, FormOnPageContext } from "../answer-form.ts";
import { useDigits } from "../digit-keys.ts";
import type { QuestionOf, SpanFieldProps } from "../question-control.ts";
import { setSpanTextOf, setSpanWork, shownSpans, spanWork, useSpanChanges } from "./span-work.ts";

/** The field of a span question: its text as it was sent, in which spans are shown and marked (FAN-28). */
export function SpanField(props: SpanFieldProps) {
  const page = use(FormOnPageContext);
  return page && <Field key={page.recordKey} {...props} page={page} />;
}

function Field({ question, title, text, page }: SpanFieldProps & { page: FormOnPage }) {
  const { settings, id } = question;
  const [glosses] = usePreference("entityNames");
  const units = useMemo(() => wordUnits(text), [text]);
  const state = page.form.states[question.name];
  const spans = useMemo(() => (state === undefined ? [] : shownSpans(settings, state)), [settings, state]);
  const [open, setOpen] = useState<AtWords | null>(null);
  const openSpan = (span: ShownSpan) => setOpen({ at: span, span });
  const anchor = useRef<HTMLElement>(null);
  const words = (stretch: Stretch) => shortWords(units.points.slice(stretch.start, stretch.end));
  const [asked, setAsked] = useState<Asked | null>(null);
  const marks = useMarks(question, spans, words, setAsked);
  /** Read on use, so that a change of the label renders no text again. */
  const labelNow = () => {
    const { active } = spanWork(id);
    return settings.options.find(({ value }) => value === active)?.value ?? settings.options[0]?.value;
  };
  const digits = useTargetDigits(question, page.recordKey, marks);
  const handle = useHandle(id, page.recordKey);
  const floating = asked ?? open;
  const { tell } = page;
  useEffect(() => () => tell(null), [tell]);

  const onKey = (event: KeyboardEvent, target: SpanTarget) => {
    const digit = digitOfPress(event);
    const { find } = spanWork(id);
    if (digit !== null) digits(digit, target);
    else if (event.key === "/" && find !== null) find();
    else return false;
    return true;
  };
  return (
    <>
      <SpanText
        ref={handle}
        label={title}
        units={units}
        spans={spans}
        characters={settings.allowCharacterAnnotation}
        glosses={glosses}
        pending={asked?.at ?? (open?.span === null ? open.at : null)}
        anchor={floating && { at: floating.at, ref: anchor }}
        onSelect={(stretch, how) => {
          const label = labelNow();
          if (label !== undefined) marks.mark(stretch, label, how);
          // The next digit applies to the question that was just used.
          if (how.by === "mouse" && !spanWork(id).inText) page.focusQuestion(question.name);
        }}
        onChoose={(at) => setOpen({ at, span: null })}
        offer={() => offerOf(settings, labelNow())}
        onOpen={openSpan}
        // If its name is hidden, a press on its words opens the span.
        {...(!glosses && { onPress: openSpan })}
        onRemove={marks.remove}
        onKey={onKey}
        onWordMode={(inText) => setSpanWork(id, { inText })}
        onLeave={() => page.focusQuestion(question.name)}
      />
      {asked !== null && (
        <AskReplace
          anchor={anchor}
          words={words(asked.at)}
          replaced={asked.replaced}
          onYes={() => {
            setAsked(null);
            asked.mark();
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {open !== null && (
        <SpanLabelList
          anchor={anchor}
          options={settings.options}
          words={words(open.at)}
          label={open.span?.label ?? null}
          onLabel={(value) =>
            open.span === null ? marks.mark(open.at, value, { extended: null }) : marks.rename(open.span, value)
          }
          onRemove={open.span && (() => open.span !== null && marks.remove(open.span))}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** Words that need a label. `span`: the span that they already have. */
type AtWords = { readonly at: Stretch; readonly span: ShownSpan | null };

function offerOf({ options }: SpanQuestionSettings, value: string | undefined): LabelOffer | null {
  const color = options.findIndex((option) => option.value === value);
  const option = options[color];
  return option === undefined ? null : { name: option.text || option.value, color };
}

/** A span that overlaps others, for questions without overlapping spans. */
type Asked = { readonly at: Stretch; readonly replaced: AskReplaceProps["replaced"]; readonly mark: () => void };

/** The changes of spans, each with its announcement: “droppings”, Specimen, added. */
function useMarks(
  question: QuestionOf<"span">,
  spans: readonly ShownSpan[],
  words: (stretch: Stretch) => string,
  ask: (asked: Asked) => void,
) {
  const change = useSpanChanges(question);
  const { settings } = question;
  const nameOf = (value: string) => settings.options.find((option) => option.value === value)?.text || value;
  const said = (stretch: Stretch, label: string, replaced: number) =>
    replaced > 0
      ? t("spans.replaced", { count: replaced, words: words(stretch), label: nameOf(label) })
      : t("spans.added", { words: words(stretch), label: nameOf(label) });
  const rename = (span: Span, label: string) => {
    const changed = { ...bare(span), label };
    const text = t("spans.changed", { words: words(span), label: nameOf(label) });
    change({ type: "changeSpan", span: bare(span), changed }, text);
  };
  return {
    rename,
    mark: ({ start, end }: Stretch, label: string, { extended }: Pick<Selected, "extended">) => {
      const before = extended && spans.findLast((span) => span.start === extended.start && span.end === extended.end);
      const span = { start, end, label: before?.label ?? label };
      const present = settings.allowOverlapping ? [] : spans.filter((other) => other !== before);
      const { same, others } = inTheWay(present, span);
      if (same && !before) return same.label === label ? undefined : rename(same, label);
      const mark = () => {
        const text = said(span, span.label, others.length);
        if (before) change({ type: "changeSpan", span: bare(before), changed: span }, text);
        else change({ type: "addSpan", span }, text);
      };
      // Untouched suggestions are replaced without a question.
      const held = others.filter(({ look }) => look === "solid");
      if (held.length === 0) return mark();
      const replaced = held.map((other) => ({ words: words(other), label: nameOf(other.label) }));
      ask({ at: { start, end }, replaced, mark });
    },
    remove: (span: Span) => {
      const text = t("spans.removed", { words: words(span), label: nameOf(span.label) });
      change({ type: "removeSpan", span: bare(span) }, text);
    },
  };
}

/** The part of a drawn span that belongs to the answer. */
const bare = ({ start, end, label }: Span): Span => ({ start, end, label });

/** A number gives its label to the words at the word cursor, and makes that label active. */
function useTargetDigits(question: QuestionOf<"span">, recordKey: string, marks: ReturnType<typeof useMarks>) {
  const { options } = question.settings;
  const target = useRef<SpanTarget | null>(null);
  const digits = useDigits(numbersUpTo(options.length), recordKey, (number) => {
    const value = options[number - 1]?.value;
    if (value === undefined || target.current === null) return;
    const { stretch, span } = target.current;
    setSpanWork(question.id, { active: value });
    if (span !== null && span.start === stretch.start && span.end === stretch.end) marks.rename(span, value);
    else marks.mark(stretch, value, { extended: null });
  });
  return (digit: string, at: SpanTarget) => {
    if (!digits.waits()) target.current = at;
    digits.type(digit);
  };
}

function useHandle(questionId: string, recordKey: string) {
  const handle = useRef<SpanTextHandle>(null);
  useEffect(() => {
    setSpanTextOf(questionId, recordKey, handle.current);
    return () => {
      setSpanTextOf(questionId, recordKey, null);
      setSpanWork(questionId, { inText: false });
    };
  }, [questionId, recordKey]);
  return handle;
}

type SpanLabelListProps = {
  anchor: RefObject<HTMLElement | null>;
  options: readonly LabelOption[];
  words: string;
  /** the current label; null if there is no span yet */
  label: string | null;
  onLabel: (value: string) => void;
  onRemove: (() => void) | null;
  onClose: () => void;
};

/** The labels for a span: chosen by number, search or arrow; the current one is marked, Remove is at the end (FAN-28). */
function SpanLabelList(props: SpanLabelListProps) {
  const { anchor, words, onClose } = props;
  return (
    <Popover
      triggerRef={anchor}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      placement="bottom start"
      offset={26}
      className={cx(floatingClass, "w-60")}
    >
      <Dialog aria-label={t("spans.labelOf", { words })} className="flex max-h-[inherit] flex-col outline-0">
        <Choices {...props} />
      </Dialog>
    </Popover>
  );
}

function Choices({ options, label, words, onLabel, onRemove, onClose }: SpanLabelListProps) {
  const take = (value: string) => {
    onLabel(value);
    onClose();
  };
  const digits = useDigits(numbersUpTo(options.length), label ?? "", (number) => {
    const option = options[number - 1];
    if (option !== undefined) take(option.value);
  });
  const onKey = (event: KeyboardEvent) => {
    const digit = digitOfPress(event);
    if (digit !== null) digits.type(digit);
    return digit !== null;
  };
  return (
    <LabelChooser
      label={t("spans.labelOf", { words })}
      rowsOf={useRows(options)}
      find={t("questions.labels.find")}
      none={t("questions.labels.none")}
      start={Math.max(
        0,
        options.findIndex(({ value }) => value === label),
      )}
      current={label}
      onTake={take}
      onRemove={
        onRemove &&
        (() => {
          onRemove();
          onClose();
        })
      }
      onClose={onClose}
      onKey={onKey}
    />
  );
}

function useRows(options: readonly LabelOption[]) {
  const index = useMemo(() => indexLabels(options), [options]);
  return useCallback(
    (query: string): readonly LabelRow[] =>
      (isQuery(query) ? searchLabels(index, query) : index.options).map(({ value, text, number }) => ({
        ...{ value, text: text || value, color: number - 1, keys: String(number) },
      })),
    [index],
  );
}
