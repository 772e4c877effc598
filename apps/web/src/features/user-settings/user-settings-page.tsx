import type { User, Workspace } from "@postil/domain/accounts/users";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { TopAndTwoColumns } from "../../ui/layouts/top-and-two-columns.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { AnnotationSettings } from "./annotation-settings.tsx";
import { ApiKey } from "./api-key.tsx";
import { AppearanceSettings } from "./appearance-settings.tsx";
import { Profile, type WorkspaceLink } from "./profile.tsx";

type UserSettingsPageProps = {
  header: ReactNode;
  user: User;
  /** null while they load */
  workspaces: readonly Workspace[] | null;
  workspaceLink: WorkspaceLink;
  /** the table of shortcuts, the work kept on this device: parts that other areas bring */
  children?: ReactNode;
};

/** One's own account at the left, what this browser remembers at the right (AUT-32, design/user-settings.md). */
export function UserSettingsPage({ header, user, workspaces, workspaceLink, children }: UserSettingsPageProps) {
  const { t } = useTranslation();
  usePageTitle(t("settings.title"));
  return (
    <TopAndTwoColumns
      header={header}
      top={
        <h1 className="flex h-14 items-center border-line border-b font-strong text-title">{t("settings.title")}</h1>
      }
      left={
        <>
          <Profile user={user} workspaces={workspaces} workspaceLink={workspaceLink} />
          {user.apiKey !== "" && <ApiKey apiKey={user.apiKey} />}
        </>
      }
      right={
        <>
          <AppearanceSettings />
          <AnnotationSettings />
          {children}
        </>
      }
    />
  );
}
