import { t } from "i18next";
import { useRef } from "react";
import { Menu } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { floatingClass } from "../../../ui/floating.tsx";
import { MenuItem } from "../../../ui/menu.tsx";

type RankMenuProps = {
  label: string;
  anchor: HTMLElement | null;
  places: number;
  /** 0 means not ranked */
  current: number;
  onChoose: (rank: number) => void;
  onClose: () => void;
};

/** A menu with the ranks of one item, for users who do not drag or know the keys (FAN-26). */
export default function RankMenu({ label, anchor, places, current, onChoose, onClose }: RankMenuProps) {
  const trigger = useRef(anchor);
  const ranks = Array.from({ length: places }, (_, place) => place + 1);
  return (
    <Popover
      isOpen
      triggerRef={trigger}
      placement="bottom start"
      offset={4}
      onOpenChange={(open) => !open && onClose()}
      className={floatingClass}
    >
      <Menu
        aria-label={label}
        autoFocus="first"
        selectionMode="single"
        selectedKeys={[String(current)]}
        onAction={(rank) => {
          onClose();
          onChoose(Number(rank));
        }}
        className="max-h-80 min-w-48 overflow-auto p-1 outline-0"
      >
        {ranks.map((rank) => (
          <MenuItem key={rank} id={String(rank)}>
            {t("ranking.place", { rank })}
          </MenuItem>
        ))}
        <MenuItem key="0" id="0">
          {t("ranking.takeOut")}
        </MenuItem>
      </Menu>
    </Popover>
  );
}
