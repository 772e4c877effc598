import { RECORD_HEIGHTS } from "@postil/domain/preferences/definitions";
import { BULK_SIZES, type BulkSize, bulkSizeOf } from "@postil/domain/search/records-address";
import { t } from "i18next";
import { usePhone } from "../../../ui/media.ts";
import { Menu, MenuItem, MenuSection, MenuSeparator, SubMenu } from "../../../ui/menu.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";

type RecordHeight = (typeof RECORD_HEIGHTS)[number];

export type BulkListSettings = {
  readonly height: RecordHeight;
  readonly setHeight: (height: RecordHeight) => void;
  readonly snap: boolean;
  readonly setSnap: (snap: boolean) => void;
};

type BulkListSettingsMenuProps = {
  settings: BulkListSettings;
  size: BulkSize;
  onSize: (size: BulkSize) => void;
};

const SIZES = BULK_SIZES.map(String);

/** Settings of the list: record height and snapping. On a phone also the page size, because the header has no room for it. */
export function BulkListSettingsMenu({ settings, size, onSize, ...opening }: BulkListSettingsMenuProps & OpensHere) {
  const phone = usePhone();
  const { height, setHeight, snap, setSnap } = settings;
  const choose = (choice: string) => {
    const chosen = bulkSizeOf(Number(choice));
    if (chosen !== null) onSize(chosen);
  };
  return (
    <Menu label={t("bulk.settings")} placement="bottom end" {...opening}>
      <MenuSection label={t("bulk.height")} selectedKeys={[height]}>
        {RECORD_HEIGHTS.map((offered) => (
          <MenuItem key={offered} id={offered} onAction={() => setHeight(offered)}>
            {t(`bulk.${offered}`)}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSeparator />
      <MenuSection label={t("bulk.snap")} selectedKeys={snap ? ["snap"] : []}>
        <MenuItem id="snap" onAction={() => setSnap(!snap)}>
          {t("bulk.snap")}
        </MenuItem>
      </MenuSection>
      {phone && <MenuSeparator />}
      {phone && (
        <SubMenu title={t("bulk.pageSizes")} end={size} selected={String(size)} choices={SIZES} onChoose={choose}>
          {(choice) => t("bulk.pageSize", { count: Number(choice) })}
        </SubMenu>
      )}
    </Menu>
  );
}
