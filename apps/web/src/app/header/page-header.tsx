import { fullName } from "@postil/domain/accounts/users";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { CloudOff, HardDrive, Settings2 } from "lucide-react";
import {
  type ComponentProps,
  cloneElement,
  Fragment,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useState,
} from "react";
import { api, keptFor } from "../../lib/api/api.ts";
import { useIsFull, useReach } from "../../lib/connection/connection.ts";
import { useRecordsAhead } from "../../lib/connection/records-ahead.ts";
import { useProgressState } from "../../lib/progress-line.ts";
import { signOut } from "../../lib/session/sign-in.ts";
import { useUser } from "../../lib/session/store.ts";
import { iconControlClass } from "../../ui/button.tsx";
import { CircleBadge } from "../../ui/circle-badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon, type IconType, Mark } from "../../ui/icon.tsx";
import { HEADER_SLOTS, headerSlotRef } from "../../ui/in-header.tsx";
import { CONTENT_ID } from "../../ui/layouts/frame.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { AvatarMenuProps } from "./avatar-menu.tsx";

type PageHeaderProps = Omit<ComponentProps<typeof AppHeader>, "account"> & Pick<AvatarMenuProps, "onShortcuts">;

/** The header with the account of the signed-in user. */
export function PageHeader({ onShortcuts, ...props }: PageHeaderProps) {
  const user = useUser();
  const version = useServerVersion(user !== null);
  return <AppHeader {...props} account={user === null ? null : { user, version, onSignOut: signOut, onShortcuts }} />;
}

/** How long the server's version is cached, s. It changes only with a restart. */
const VERSION_LIFETIME = 3600;

/** The version in the user menu (LAY-12). Null, and so not shown, until there is an answer. */
function useServerVersion(wanted: boolean): string | null {
  const [version, setVersion] = useState<string | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const leaving = new AbortController();
    const options = { quiet: true, signal: leaving.signal, ...keptFor(VERSION_LIFETIME) };
    api.call("getServerVersion", {}, options).then(
      (reply) => setVersion(reply.version),
      (error: unknown) => !leaving.signal.aborted && console.warn("The server did not tell its version", error),
    );
    return () => leaving.abort();
  }, [wanted]);
  return version;
}

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

const AvatarMenu = onDemand("menu", () => import("./avatar-menu.tsx").then((m) => m.AvatarMenu));

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

type Breadcrumb = {
  readonly label: string;
  /** an anchor or router link, which gets the label as its content; the last crumb has none */
  readonly link?: ReactElement<{ children?: ReactNode; className?: string; translate?: "no" }>;
};

/** The first crumb: the list of datasets. */
export const homeCrumb = (): Breadcrumb => ({ label: t("common.header.home"), link: <Link to="/datasets" /> });

/** The crumb itself is truncated. A box around it would cut off its focus ring. */
const CRUMB = "truncate max-md:hidden";

type BreadcrumbsProps = { items: readonly Breadcrumb[]; copy?: { text: string; what: string } | undefined };

/**
 * The path to the current page. The last crumb is the page itself, and its text can be copied. On a phone only the last crumb
 * shows.
 */
function Breadcrumbs({ items, copy }: BreadcrumbsProps) {
  return (
    <nav aria-label={t("common.header.breadcrumb")} className="flex min-w-0 items-center gap-2 text-soft">
      {items.map(({ label, link }, index) =>
        // A workspace and its dataset may have the same name, so keys use the index. The order never changes.
        index === items.length - 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span translate="no" key={index} aria-current="page" className="truncate font-strong text-ink">
            {label}
          </span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Fragment key={index}>
            {link === undefined ? (
              <span translate="no" className={CRUMB}>
                {label}
              </span>
            ) : (
              cloneElement(
                link,
                { ...(index > 0 && { translate: "no" }), className: cx(CRUMB, "hover:text-ink") },
                label,
              )
            )}
            <span aria-hidden="true" className="text-edge max-md:hidden">
              /
            </span>
          </Fragment>
        ),
      )}
      {copy !== undefined && <CopyButton text={copy.text} what={copy.what} className="-ml-1 max-[399px]:hidden" />}
    </nav>
  );
}

/**
 * The amber band of 32 px below the header while the server cannot be reached (design/shell.md#offline) or cannot save. It
 * tells what this means for the page. `instead`: the text for pages that send no work later.
 */
export function OfflineBand({ instead }: { instead?: string | undefined }) {
  const reach = useReach();
  const full = useIsFull();
  const ahead = useRecordsAhead();
  const text = reach === "silent" ? t("common.offline.silent") : t("common.offline.on");
  return (
    <>
      <Band of={CloudOff} text={reach === "online" ? null : (instead ?? text)}>
        {ahead !== null && <span>{t("common.offline.ahead", { count: ahead })}</span>}
      </Band>
      <Band of={HardDrive} text={full ? t("common.offline.full") : null} />
    </>
  );
}

/** `children` change with every record, so they are outside the live region. */
function Band({ of, text, children }: { of: IconType; text: string | null; children?: ReactNode }) {
  const isThere = text !== null;
  return (
    <div
      className={cx(
        isThere &&
          "flex min-h-8 flex-none flex-wrap items-center justify-center gap-x-2 bg-edited-fill px-4 text-edited fill-ring",
      )}
    >
      {isThere && <Icon of={of} />}
      <span role="status">{text}</span>
      {isThere && children}
    </div>
  );
}

/**
 * The line of 2 px below the header while a page-level request runs. Red for a second after a failure (API-08). It takes no
 * space.
 */
export function ProgressLine() {
  const state = useProgressState();
  if (state === "idle") return null;
  return (
    <div
      role="progressbar"
      aria-label={t(state === "failed" ? "common.header.progressFailed" : "common.header.progress")}
      className="pointer-events-none absolute inset-x-0 -bottom-0.5 h-0.5 overflow-hidden"
    >
      <div
        className={cx(
          "h-full",
          state === "failed" ? "bg-danger" : "animate-[progress_1.6s_ease-out_infinite] bg-accent",
        )}
      />
    </div>
  );
}
