import { fullName } from "@postil/domain/accounts/users";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { Settings2 } from "lucide-react";
import { useMemo } from "react";
import { type Breadcrumb, Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { CircleBadge } from "../../ui/circle-badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { iconControlClass } from "../../ui/icon-button.tsx";
import { HEADER_SLOTS, headerSlotRef } from "../../ui/in-header.tsx";
import { CONTENT_ID } from "../../ui/layouts/frame.tsx";
import { Mark } from "../../ui/mark.tsx";
import { OfflineBand } from "../../ui/offline-band.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { ProgressLine } from "../../ui/progress-line.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { AvatarMenuProps } from "./avatar-menu.tsx";

type AppHeaderProps = {
  crumbs: readonly Breadcrumb[];
  /** the text that can be copied at the last crumb, and a noun for it */
  copy?: { text: string; what: string };
  /** the address of the dataset's settings; on dataset pages only */
  settings?: string;
  /** text of the offline band for pages that send no work later */
  offline?: string;
  /** null while nobody is signed in */
  account: AvatarMenuProps | null;
};

const AvatarMenu = onDemand<AvatarMenuProps>("menu", () =>
  import("./avatar-menu.tsx").then((module) => module.AvatarMenu),
);

/**
 * Product mark, breadcrumbs, settings of the dataset, user menu (LAY-11). The progress line and the offline band are below.
 */
export function AppHeader({ crumbs, copy, settings, offline, account }: AppHeaderProps) {
  const slots = useMemo(() => HEADER_SLOTS.map((slot) => ({ slot, ref: headerSlotRef(slot) })), []);
  return (
    <header className="flex-none">
      <div className="relative flex h-(--header) items-center gap-3 pr-4 pl-6 max-md:pr-3 max-md:pl-4">
        <a
          href={`#${CONTENT_ID}`}
          className="absolute top-2 left-2 z-20 rounded-control bg-surface px-3 py-1 not-focus:sr-only"
        >
          {t("common.header.skip")}
        </a>
        <Link to="/datasets" aria-label={t("common.header.homeLink")} className="flex-none rounded-key">
          <Mark />
        </Link>
        <Breadcrumbs items={crumbs} copy={copy} />
        {/* On a phone the controls have their own space around the icons. */}
        <div className="ml-auto flex flex-none items-center gap-2 max-md:gap-0">
          {slots.map(({ slot, ref }) => (
            <div key={slot} ref={ref} className="contents" />
          ))}
          {settings !== undefined && <SettingsLink to={settings} label={t("common.header.datasetSettings")} />}
          {account !== null && <Account {...account} settings={settings} />}
        </div>
        <ProgressLine />
      </div>
      <OfflineBand instead={offline} />
    </header>
  );
}

function Account(account: AvatarMenuProps) {
  const { user } = account;
  const label = t("common.header.openMenu", { name: fullName(user), role: t(`common.role.${user.role}`) });
  const trigger = (
    <button type="button" aria-label={label} className="rounded-full">
      <CircleBadge name={user.username} />
    </button>
  );
  return <AvatarMenu trigger={trigger} {...account} />;
}

/** Shown if there is room beside the dataset's name. Otherwise the link is in the user menu. */
function SettingsLink({ to, label }: { to: string; label: string }) {
  return (
    <Tooltip text={label} width="fit">
      <Link to={to} aria-label={label} className={`${iconControlClass} size-control max-[399px]:hidden`}>
        <Icon of={Settings2} />
      </Link>
    </Tooltip>
  );
}
