import { BULK_SIZES, type BulkSize, bulkSizeOf } from "@postil/domain/queue/queue-criteria";
import { useTranslation } from "react-i18next";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";

export type PageSizeMenuProps = { size: BulkSize; onSize: (size: BulkSize) => void };

/** 10, 25, 50 or 100 records a page (FQU-12). */
export function PageSizeMenu({ size, onSize, ...opening }: PageSizeMenuProps & OpensHere) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t("bulk.pageSizes")}
      placement="bottom end"
      selectionMode="single"
      selectedKeys={[String(size)]}
      onAction={(key) => {
        const chosen = bulkSizeOf(Number(key));
        if (chosen !== null) onSize(chosen);
      }}
      {...opening}
    >
      {BULK_SIZES.map((offered) => (
        <MenuItem key={offered} id={String(offered)}>
          {t("bulk.pageSize", { count: offered })}
        </MenuItem>
      ))}
    </Menu>
  );
}
