import { t } from "i18next";
import { type KeyboardEvent, useImperativeHandle, useRef } from "react";
import { ENTER_IS_A_COMMAND } from "../../../../lib/commands/key-owner.ts";
import { cx } from "../../../../ui/cx.ts";
import { pressOnSpace } from "../../../../ui/press-on-space.ts";
import { Swatch } from "../../../../ui/swatch.tsx";
import { focusInPanel, goBeside, OPTION, optionsIn } from "../../../../workbench/labels/option-focus.ts";
import { LOOKS } from "../../../../workbench/labels/option-look.ts";
import type { QuestionOf, QuestionProps } from "../question-control.ts";
import { QuestionFrame } from "../question-frame.tsx";

/** A question of spans where no text can be marked, for many records at once: all that can be said is that there are none (FBU-11). */
export function UnmarkedSpans(props: QuestionProps<QuestionOf<"span">>) {
  const { question, ref } = props;
  const { settings } = question;
  const frame = useRef<HTMLFieldSetElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => frame.current && focusInPanel(optionsIn(frame.current)[0]),
    typeDigit: () => undefined,
    find: () => false,
  }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab" && goBeside(frame.current, event)) event.preventDefault();
  };
  return (
    <QuestionFrame {...props} frame={frame} note={false} hint={t("spans.unmarked", { field: settings.field })}>
      <ul aria-label={t("spans.labels")} className="mb-2 flex flex-wrap gap-x-3 text-small text-soft">
        {settings.options.map((option, index) => (
          <li key={option.value} title={option.text} className="flex max-w-[200px] items-center gap-1.5">
            <Swatch color={index} />
            <span translate="no" className="truncate">
              {option.text}
            </span>
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button is the control; its keys are heard here. */}
      <div onKeyDown={onKeyDown}>
        <NoSpans {...props} />
      </div>
      <p className="mt-2 text-small text-soft">{t("spans.unmarked", { field: settings.field })}</p>
    </QuestionFrame>
  );
}

type NoSpansProps = Pick<QuestionProps<QuestionOf<"span">>, "question" | "state" | "onAction">;

/** That there are none, in all records that are written to. */
export function NoSpans({ question: { name }, state, onAction }: NoSpansProps) {
  const none = state.answer.type === "span" && state.answer.value?.length === 0;
  const press = () => onAction({ type: none ? "clearQuestion" : "noSpans", question: name });
  return (
    <button
      type="button"
      {...ENTER_IS_A_COMMAND}
      {...{ [OPTION]: "" }}
      aria-pressed={none}
      onClick={press}
      onKeyDown={(event) => pressOnSpace(event, press)}
      className={cx(
        "inline-flex h-8 items-center gap-2 rounded-control px-3 whitespace-nowrap max-md:h-11",
        LOOKS[none ? "chosen" : "plain"],
      )}
    >
      {t("spans.none")}
    </button>
  );
}
