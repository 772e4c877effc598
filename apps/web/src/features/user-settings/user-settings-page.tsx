import { t } from "i18next";
import type { ReactNode } from "react";
import { TopAndTwoColumns } from "../../ui/layouts/top-and-two-columns.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { AnnotationSettings } from "./annotation-settings.tsx";
import { AppearanceSettings } from "./appearance-settings.tsx";
import { Profile, type ProfileProps } from "./profile.tsx";
import { SyncNote } from "./sync-note.tsx";

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
