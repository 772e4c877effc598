import { Menu, MenuItem } from "./menu.tsx";
import type { OpensHere } from "./on-demand.tsx";

export type PageSizeMenuProps = {
  label: string;
  sizes: readonly number[];
  size: number;
  onSize: (size: number) => void;
  /** "10 a page" */
  textOf: (size: number) => string;
};

/** The number of records per page (FQU-12, TSE-15). */
export function PageSizeMenu({ label, sizes, size, onSize, textOf, ...opening }: PageSizeMenuProps & OpensHere) {
  return (
    <Menu
      label={label}
      placement="bottom end"
      selectionMode="single"
      selectedKeys={[String(size)]}
      onAction={(key) => onSize(Number(key))}
      {...opening}
    >
      {sizes.map((offered) => (
        <MenuItem key={offered} id={String(offered)}>
          {textOf(offered)}
        </MenuItem>
      ))}
    </Menu>
  );
}
