import { t } from "i18next";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";

export type FieldChoice = {
  /** the fields of the record that can be searched alone */
  fields: readonly { readonly name: string; readonly title: string }[];
  /** the name of the chosen field; null: all fields */
  field: string | null;
  onField: (field: string | null) => void;
};

/** Stands for all fields. It is no field's name, because names are not empty (FEN-06). */
const ALL = "";

/** Chooses all fields or one of them. The choice applies at once (FFI-27). */
export function FieldMenu({ fields, field, onField, ...opening }: FieldChoice & OpensHere) {
  return (
    <Menu
      label={t("filters.search.fields")}
      selectionMode="single"
      selectedKeys={[field ?? ALL]}
      onAction={(key) => onField(key === ALL ? null : String(key))}
      {...opening}
    >
      <MenuItem id={ALL}>{t("filters.search.all")}</MenuItem>
      {fields.map(({ name, title }) => (
        <MenuItem key={name} id={name}>
          {title}
        </MenuItem>
      ))}
    </Menu>
  );
}
