import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";
import type { ChoiceListProps } from "./choice.ts";

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
