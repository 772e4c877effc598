import { WHOLE } from "@postil/domain/answers/answers";
import { numbersAmong } from "@postil/domain/answers/option-keys";
import type { Answer } from "@postil/domain/records/question-types";
import { t } from "i18next";
import { ENTER_IS_A_COMMAND } from "../../../lib/commands/key-owner.ts";
import { percentText } from "../../../lib/i18n/percent.ts";
import { pressOnSpace } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Star } from "../../../ui/icon.tsx";
import { focusInPanel, lookOf, OPTION, type OptionLook, optionsIn } from "../../../workbench/labels/option-focus.ts";
import { useButtonKeys } from "./digit-keys.ts";
import type { AnsweredBy, QuestionOf, QuestionProps } from "./question-control.ts";
import { QuestionFrame } from "./question-frame.tsx";

/** A scale: its values side by side, each picked by its digit. */
export function RatingQuestion(props: QuestionProps<QuestionOf<"rating">>) {
  const { question, state, recordKey, disabled, onChoose, ref } = props;
  const values = question.settings.options.map((option) => option.value);
  const chosen = ratingIn(state.answer);
  const proposed = state.suggestion && ratingIn(state.suggestion.answer);
  const score = percentText(state.suggestion?.scores.get(String(proposed)));

  const pick = (value: number, by: AnsweredBy) => {
    if (!disabled && !onChoose(question, value, by))
      focusInPanel(optionsIn(frame.current ?? document.body)[values.indexOf(value)]);
  };
  const { frame, onKeyDown } = useButtonKeys(ref, recordKey, numbersAmong(values), (value) => pick(value, "number"));

  return (
    <QuestionFrame
      {...props}
      frame={frame}
      hint={t("questions.hint.rating")}
      scale
      suggested={proposed === null ? undefined : { value: String(proposed), score, scoreShown: true }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the values are the controls; their keys are heard here once. */}
      <div
        onKeyDown={onKeyDown}
        data-edge
        className="grid overflow-hidden rounded-control bg-surface shadow-[inset_0_0_0_1px_var(--line)]"
        style={{ gridTemplateColumns: `repeat(${values.length}, minmax(0, 1fr))` }}
      >
        {values.map((value) => (
          <RatingValue
            key={value}
            value={value}
            look={lookOf(value === chosen, state.untouched.has(WHOLE))}
            spoken={
              value === proposed
                ? score === undefined
                  ? t("questions.suggestion.plain")
                  : t("questions.suggestion.withScore", { score })
                : undefined
            }
            onPick={() => pick(value, "other")}
          />
        ))}
      </div>
    </QuestionFrame>
  );
}

const ratingIn = (answer: Answer) => (answer.type === "rating" ? answer.value : null);

const VALUE_LOOKS: { readonly [Look in OptionLook]: string } = {
  plain: "hover:bg-hover",
  suggested:
    "bg-suggestion-fill text-suggestion [outline:var(--stroke-suggested)_dotted_var(--suggestion)] [outline-offset:-1px] focus-visible:[outline:var(--focus-width)_solid_var(--accent)]",
  chosen: "shadow-[inset_0_0_0_calc(1px_+_var(--stroke-chosen))_var(--ink)]",
};

function RatingValue(props: { value: number; look: OptionLook; spoken: string | undefined; onPick: () => void }) {
  const { value, look, spoken, onPick } = props;
  return (
    <button
      type="button"
      {...ENTER_IS_A_COMMAND}
      {...{ [OPTION]: value }}
      aria-pressed={look !== "plain"}
      data-look={look}
      aria-keyshortcuts={String(value)}
      aria-description={spoken}
      onClick={onPick}
      onKeyDown={(event) => pressOnSpace(event, onPick)}
      className={cx(
        "relative h-8 border-line text-center tabular-nums not-first:border-l first:rounded-l-control last:rounded-r-control focus-visible:-outline-offset-2 max-md:h-11",
        look === "plain" && spoken !== undefined && "text-suggestion",
        VALUE_LOOKS[look],
      )}
    >
      {look === "chosen" ? (
        <b className="inline-grid h-5 min-w-5 place-items-center rounded-key bg-ink font-[500] text-key text-surface">
          {value}
        </b>
      ) : (
        value
      )}
      {spoken !== undefined && (
        <span className="absolute mt-[3px] ml-1 inline-block text-suggestion">
          <Star size={10} />
        </span>
      )}
    </button>
  );
}
