import { ChevronDown } from "lucide-react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { Menu, MenuItem } from "./menu.tsx";

type Choice<Value extends string> = { readonly value: Value; readonly label: string };
type PickProps<Value extends string> = {
  /** the accessible name, such as the label of the row */
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChoose: (value: Value) => void;
  className?: string;
  /** the label stands on the button too: no row does */
  showsLabel?: boolean;
  /** on the button if nothing is chosen */
  placeholder?: string;
  /** The choices are names, which are never translated (I18-05). */
  isNames?: boolean;
};

/** One of a few values, in a menu. */
export function Pick<Value extends string>(props: PickProps<Value>) {
  const { label, value, choices, onChoose, className, showsLabel = false, placeholder, isNames = false } = props;
  const translate = isNames ? "no" : undefined;
  const chosen = choices.find((choice) => choice.value === value)?.label ?? (value || (placeholder ?? ""));
  return (
    <Menu
      label={label}
      selectionMode="single"
      selectedKeys={[value]}
      onAction={(key) => {
        const choice = choices.find((one) => one.value === key);
        if (choice !== undefined) onChoose(choice.value);
      }}
      trigger={
        <Button aria-label={`${label}: ${chosen}`} className={cx("max-w-full px-2", className)}>
          <span dir="auto" className="min-w-0 truncate">
            {showsLabel && <span className="text-soft">{label}: </span>}
            <span translate={translate}>{chosen}</span>
          </span>
          <Icon of={ChevronDown} size={14} className="ml-auto text-soft" />
        </Button>
      }
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} id={choice.value}>
          <span translate={translate}>{choice.label}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
