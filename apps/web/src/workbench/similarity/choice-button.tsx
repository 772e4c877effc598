import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import type { Choice, ChoiceListProps } from "./choice.ts";

const ChoiceList = onDemand<ChoiceListProps>("menu", () =>
  import("./choice-list.tsx").then((module) => module.ChoiceList),
);

type ChoiceButtonProps<Value extends string> = {
  /** what is chosen: the name of the list */
  label: string;
  /** the choice in words, beginning with what the button shows */
  name: string;
  choices: readonly Choice<Value>[];
  selected: string;
  onChoose: (value: Value) => void;
  /** gives way where the line is short */
  shrinks?: boolean;
  children: ReactNode;
};

/** A part of a sentence that can be another one: "Most ▾". */
export function ChoiceButton<Value extends string>(props: ChoiceButtonProps<Value>) {
  const { label, name, choices, selected, onChoose, shrinks = false, children } = props;
  const choose = (value: string) => {
    const chosen = choices.find((choice) => choice.value === value);
    if (chosen !== undefined && value !== selected) onChoose(chosen.value);
  };
  return (
    <ChoiceList
      trigger={
        <Button
          variant="quiet"
          size="compact"
          aria-label={name}
          className={cx("px-1.5 text-ink", shrinks ? "min-w-16" : "flex-none")}
        >
          <span className="truncate">{children}</span>
          <Icon of={ChevronDown} size={14} className="-ml-0.5 text-soft" />
        </Button>
      }
      label={label}
      choices={choices}
      selected={selected}
      onChoose={choose}
    />
  );
}
