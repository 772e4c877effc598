import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { MOST_PINNED, pinnedNames } from "@postil/domain/records/pinned-metadata";
import "../../lib/i18n/en/drawers.ts";
import { t } from "i18next";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { titleOf } from "./title-of.ts";

export type Pinned = { readonly names: readonly string[]; readonly set: (names: readonly string[]) => void };

type PinnedMetadataChoiceProps = { properties: readonly MetadataProperty[]; pinned: Pinned };

/** A menu of the properties to pin, at most four. It stays open while the user ticks them. */
export function PinnedMetadataChoice({ properties, pinned, ...opening }: PinnedMetadataChoiceProps & OpensHere) {
  const names = properties.map(({ name }) => name);
  const full = pinned.names.length >= MOST_PINNED;
  return (
    <Menu
      label={t("recordDetails.pinned.choose")}
      selectionMode="multiple"
      selectedKeys={pinned.names}
      disabledKeys={full ? names.filter((name) => !pinned.names.includes(name)) : []}
      onSelectionChange={(keys) => pinned.set(pinnedNames(names, keys === "all" ? names : [...keys].map(String)))}
      footer={t("recordDetails.pinned.upToFour")}
      {...opening}
    >
      {properties.map((property) => (
        <MenuItem key={property.name} id={property.name}>
          {titleOf(property)}
        </MenuItem>
      ))}
    </Menu>
  );
}
