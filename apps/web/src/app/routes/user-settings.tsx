import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { listedCommands } from "../../features/feedback/page/listed-commands.ts";
import { KeyboardSettings } from "../../features/user-settings/keyboard-settings.tsx";
import { UserSettingsPage } from "../../features/user-settings/user-settings-page.tsx";
import { WorkOnDevice } from "../../features/user-settings/work-on-device.tsx";
import "../../lib/i18n/settings-texts.ts";
import { workspacesQuery } from "../../lib/api/queries/workspaces.ts";
import { useUser } from "../../lib/session/use-session.ts";
import { overlayCommands } from "../../ui/commands/command-overlays.tsx";
import { PageHeader } from "../header/page-header.tsx";
import { recordPlace } from "../use-go-to-record.ts";

/** One's own account and preferences (RTE-11). */
export function UserSettings() {
  const { t } = useTranslation();
  const user = useUser();
  const { data: workspaces } = useQuery(workspacesQuery());
  const entries = useMemo(
    () => (user === null ? [] : [...listedCommands(t, user), ...overlayCommands(t, NOWHERE)]),
    [t, user],
  );
  // Signed out this very moment: the router is about to leave.
  if (user === null) return null;
  const crumbs = [{ label: t("common.header.home"), link: <Link to="/datasets" /> }, { label: t("settings.title") }];
  return (
    <UserSettingsPage
      header={<PageHeader crumbs={crumbs} />}
      user={user}
      workspaces={workspaces ?? null}
      workspaceLink={(name) => <Link to="/datasets" search={{ workspaces: encodeURIComponent(name) }} />}
    >
      <KeyboardSettings entries={entries} />
      <WorkOnDevice username={user.username} recordLink={(of) => <Link {...recordPlace(of)} />} />
    </UserSettingsPage>
  );
}

/** The list of keys runs nothing. */
const NOWHERE = { palette: () => undefined, sheet: () => undefined };
