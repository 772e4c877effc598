import type { NumberedOption } from "@postil/domain/labels/label-search";
import { t } from "i18next";
import { useLayoutEffect, useRef } from "react";
import { ENTER_IS_A_COMMAND } from "../../lib/commands/key-owner.ts";
import { pressOnSpace } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/screen-reader.tsx";
import { type LabelOptionProps, OptionCap } from "./label-option.tsx";
import { OptionName } from "./option-name.tsx";

type RecentLabelsProps = {
  options: readonly NumberedOption[];
  propsOf: (option: NumberedOption) => LabelOptionProps;
};

/**
 * The labels chosen last for this question, with their own numbers, as many as fit on one line (design/questions.md#labels).
 * Lazily loaded.
 */
export default function RecentLabels({ options, propsOf }: RecentLabelsProps) {
  const line = useRef<HTMLSpanElement>(null);
  useFitting(line);
  if (options.length === 0) return null;
  return (
    <span
      ref={line}
      className="flex h-7 min-w-0 flex-[1_1_0] flex-wrap content-start items-center gap-x-1 overflow-hidden text-small text-soft max-md:h-11"
    >
      <span className="leading-7 max-md:leading-[44px]">{t("questions.labels.recent")}</span>
      {options.map((option) => (
        <Recent key={option.value} option={propsOf(option)} />
      ))}
    </span>
  );
}

function Recent({ option }: { option: LabelOptionProps }) {
  const { value, text, cap, look, round, showCap, onPick } = option;
  return (
    <button
      type="button"
      {...ENTER_IS_A_COMMAND}
      title={text}
      onClick={() => onPick(value)}
      onKeyDown={(event) => pressOnSpace(event, () => onPick(value))}
      className="inline-flex h-7 min-w-0 items-center gap-1 rounded-control px-1 text-ink -outline-offset-2 hover:bg-hover max-md:h-11 max-md:px-2"
    >
      {showCap && cap !== null && <OptionCap cap={cap} look={look} round={round} wide={false} />}
      <OptionName text={text} className="max-w-40" />
      <VisuallyHidden>{t("questions.labels.chosenBefore")}</VisuallyHidden>
    </button>
  );
}

/** Labels that do not fit wrap to a hidden line. They are made invisible, so that they cannot get the focus. */
function useFitting(line: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const { current } = line;
    if (current === null) return;
    const hideWrapped = () => {
      const [head, ...items] = [...current.children].filter((child) => child instanceof HTMLElement);
      const fits = items.map((item) => item.offsetTop - current.offsetTop < Math.max(1, current.clientHeight));
      for (const [place, item] of items.entries()) item.style.visibility = fits[place] ? "" : "hidden";
      if (head) head.style.visibility = fits[0] ? "" : "hidden";
    };
    hideWrapped();
    const observer = new ResizeObserver(hideWrapped);
    observer.observe(current);
    return () => observer.disconnect();
  });
}
