import { fullName, type User, type Workspace } from "@postil/domain/accounts/users";
import { t } from "i18next";
import { Check, CloudOff, LoaderCircle } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { type SyncStatus, syncStatus } from "../../lib/preferences/store.ts";
import { CircleBadge } from "../../ui/circle-badge.tsx";
import { textLinkClass } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { TopAndTwoColumns } from "../../ui/layouts/columns.tsx";
import { usePageTitle } from "../../ui/layouts/frame.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { useUnsavedCount } from "../../unsent/work-items.ts";
import { AnnotationSettings, AppearanceSettings } from "./preferences.tsx";

type UserSettingsPageProps = ProfileProps & {
  header: ReactNode;
  /** the table of contents, below the user's data */
  contents: ReactNode;
  /** keys, password and the work on this device: parts from other features */
  children?: ReactNode;
};

/** The user's data and the contents in the margin, with the settings beside them (AUT-32, design/user-settings.md). */
export function UserSettingsPage(props: UserSettingsPageProps) {
  const { header, contents, children, ...profile } = props;
  usePageTitle(t("settings.title"));
  return (
    <TopAndTwoColumns
      header={header}
      top={
        <div className="flex min-h-14 flex-wrap items-center gap-x-4 border-line border-b">
          <h1 className="font-strong text-title">{t("settings.title")}</h1>
          <SyncNote userId={profile.user.id} />
        </div>
      }
      leftWidth="margin"
      left={
        <>
          <Profile {...profile} />
          {contents}
        </>
      }
      right={
        <div className="@container">
          <AppearanceSettings />
          <AnnotationSettings />
          {children}
        </div>
      }
    />
  );
}

const ICONS = { saved: Check, saving: LoaderCircle, waiting: CloudOff, unsent: CloudOff } as const satisfies {
  readonly [S in SyncStatus | "unsent"]: unknown;
};

/** Tells if the preferences are saved on the server, and if work on this page is unsent (AUT-32). */
function SyncNote({ userId }: { userId: string }) {
  const preferences = syncStatus.useValue();
  const count = useUnsavedCount(userId);
  const status = preferences === "saved" && count > 0 ? "unsent" : preferences;
  return (
    <p role="status" className="ml-auto flex items-center gap-2 text-small text-soft">
      <Icon of={ICONS[status]} />
      {t(`settings.sync.${status}`, { count })}
    </p>
  );
}

/** Returns the router's link to the datasets of a workspace; it gets its class and content here (LAY-12). */
type WorkspaceLink = (workspace: string) => ReactElement<{ className?: string; children?: ReactNode }>;

type ProfileProps = {
  user: User;
  /** null while they load, or if they failed to load */
  workspaces: readonly Workspace[] | null;
  /** loads them again; null unless they failed to load */
  onRetry: (() => void) | null;
  workspaceLink: WorkspaceLink;
};

/** The user's own data, read-only (AUT-32, decision D19). */
function Profile({ user, workspaces, onRetry, workspaceLink }: ProfileProps) {
  const none = t("settings.profile.none");
  return (
    <section aria-labelledby="profile-heading">
      <div className="mb-4 flex items-center gap-3">
        <CircleBadge name={user.username} size="medium" />
        <div translate="no" className="min-w-0">
          <h2 id="profile-heading" className="truncate font-strong">
            {fullName(user)}
          </h2>
          <p className="text-soft">{t(`common.role.${user.role}`)}</p>
        </div>
      </div>
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name={t("settings.profile.username")}>
          <span translate="no">{user.username}</span>
        </Fact>
        <Fact name={t("settings.profile.firstName")}>
          <span translate="no">{user.firstName || none}</span>
        </Fact>
        <Fact name={t("settings.profile.lastName")}>
          <span translate="no">{user.lastName || none}</span>
        </Fact>
        <Fact name={t("settings.profile.workspaces")}>
          {onRetry === null ? (
            <Workspaces workspaces={workspaces} link={workspaceLink} />
          ) : (
            <span role="alert" className="text-danger">
              {t("settings.profile.failed")}{" "}
              <button type="button" onClick={onRetry} className={textLinkClass}>
                {t("common.retry")}
              </button>
            </span>
          )}
        </Fact>
      </dl>
    </section>
  );
}

const CHIP = "rounded-key border border-line px-2 text-small text-soft whitespace-nowrap";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

function Workspaces({ workspaces, link }: { workspaces: readonly Workspace[] | null; link: WorkspaceLink }) {
  if (workspaces === null) {
    return (
      <Skeleton label={t("common.loading")}>
        <SkeletonBar width={160} height={20} />
      </Skeleton>
    );
  }
  if (workspaces.length === 0) return t("settings.profile.noWorkspaces");
  return (
    <ul className="flex flex-wrap gap-1">
      {workspaces.map(({ id, name }) => (
        <li key={id} translate="no" className="flex max-w-full">
          {cloneElement(link(name), { className: `${CHIP} truncate hover:border-edge hover:text-ink` }, name)}
        </li>
      ))}
    </ul>
  );
}
