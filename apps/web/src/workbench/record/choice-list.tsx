import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";

export type Choice<Value extends string> = {
  readonly value: Value;
  readonly text: string;
  readonly disabled?: boolean;
};

type ChoiceListProps = {
  label: string;
  choices: readonly Choice<string>[];
  selected: string;
  onChoose: (value: string) => void;
};

export function ChoiceList({ label, choices, selected, onChoose, ...opening }: ChoiceListProps & OpensHere) {
  return (
    <Menu
      label={label}
      selectionMode="single"
      selectedKeys={[selected]}
      disabledKeys={choices.filter(({ disabled }) => disabled).map(({ value }) => value)}
      onAction={(key) => onChoose(String(key))}
      {...opening}
    >
      {choices.map(({ value, text }) => (
        <MenuItem key={value} id={value}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  );
}
