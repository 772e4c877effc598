import { BULK_SIZES, type BulkSize, bulkSizeOf } from "@postil/domain/queue-criteria";
import { useTranslation } from "react-i18next";
import { RECORD_HEIGHTS } from "../../../lib/preferences/definitions.ts";
import { Menu, MenuItem, MenuSeparator, SubMenu } from "../../../ui/menu.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { usePhone } from "../../../ui/use-phone.ts";
import type { RecordHeight, ViewSettings } from "./use-view-settings.ts";

export type ViewSettingsMenuProps = { settings: ViewSettings; size: BulkSize; onSize: (size: BulkSize) => void };

const SIZES = BULK_SIZES.map(String);

/** How the list is shown: record height, snapping; on a phone the page size as well, for which the header has no room. */
export function ViewSettingsMenu({ settings, size, onSize, ...opening }: ViewSettingsMenuProps & OpensHere) {
  const { t } = useTranslation();
  const phone = usePhone();
  const word = (height: RecordHeight) => t(`bulk.${height}`);
  return (
    <Menu label={t("bulk.settings")} placement="bottom end" {...opening}>
      <SubMenu
        title={t("bulk.height")}
        end={word(settings.height)}
        selected={settings.height}
        choices={RECORD_HEIGHTS}
        onChoose={settings.setHeight}
      >
        {word}
      </SubMenu>
      {phone && (
        <SubMenu
          title={t("bulk.pageSizes")}
          end={size}
          selected={String(size)}
          choices={SIZES}
          onChoose={(choice) => {
            const chosen = bulkSizeOf(Number(choice));
            if (chosen !== null) onSize(chosen);
          }}
        >
          {(choice) => t("bulk.pageSize", { count: Number(choice) })}
        </SubMenu>
      )}
      <MenuSeparator />
      <MenuItem onAction={() => settings.setSnap(!settings.snap)} {...(settings.snap ? { end: "✓" } : {})}>
        {t("bulk.snap")}
      </MenuItem>
    </Menu>
  );
}
