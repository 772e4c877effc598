import type { Keys } from "@postil/domain/accounts/api-keys";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { useMemo } from "react";
import { listedCommands } from "../../features/feedback/page/listed-commands.ts";
import { ApiKeys } from "../../features/user-settings/api-keys.tsx";
import { KeyboardSettings } from "../../features/user-settings/keyboard-settings.tsx";
import { MyData } from "../../features/user-settings/my-data.tsx";
import { PasswordSettings } from "../../features/user-settings/password-settings.tsx";
import { Contents } from "../../features/user-settings/sections.tsx";
import { UserSettingsPage } from "../../features/user-settings/user-settings-page.tsx";
import { WorkOnDevice } from "../../features/user-settings/work-on-device.tsx";
import "../../lib/i18n/en/dataset-settings.ts";
import "../../lib/i18n/en/user-settings.ts";
import { annotationPath, FEEDBACK_TASK, settingsPath, TASKS } from "@postil/domain/datasets/dataset";
import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { readTaskDatasetKey } from "@postil/domain/tasks/record-key";
import { workspacesQuery } from "../../lib/api/queries/dataset.ts";
import { ownKeysQuery } from "../../lib/api/queries/own-account.ts";
import { useUser } from "../../lib/session/store.ts";
import { overlayCommands } from "../../ui/commands/command-overlays.tsx";
import { useUnsavedCount } from "../../unsent/work-items.ts";
import { homeCrumb, PageHeader } from "../header/page-header.tsx";
import { parseRawQuery } from "../raw-query.ts";
import { recordPlace, taskQuery } from "../use-go-to-record.ts";

/** The user's account and preferences (RTE-11). */
export function UserSettings() {
  const user = useUser();
  const { data: workspaces, isError, refetch } = useQuery(workspacesQuery());
  const { data: keys } = useQuery(ownKeysQuery());
  const unsaved = useUnsavedCount(user?.id ?? "");
  const entries = useMemo(() => (user === null ? [] : [...listedCommands(user), ...overlayCommands(NOWHERE)]), [user]);
  const loadOthers = async () => {
    const { listedTaskCommands } = await import("../../features/tasks/page/listed-commands.ts");
    return user === null ? [] : [...listedTaskCommands(user), ...overlayCommands(NOWHERE)];
  };
  // The user just signed out. The router is about to leave the page.
  if (user === null) return null;
  const crumbs = [homeCrumb(), { label: t("settings.title") }];
  return (
    <UserSettingsPage
      header={<PageHeader crumbs={crumbs} />}
      user={user}
      workspaces={workspaces ?? null}
      onRetry={workspaces === undefined && isError ? () => void refetch() : null}
      workspaceLink={(name) => <Link to="/datasets" search={{ workspaces: encodeURIComponent(name) }} />}
      contents={<Contents counts={{ keys: countOf(user, keys), device: unsaved }} />}
    >
      <KeyboardSettings entries={entries} loadOthers={loadOthers} />
      <ApiKeys firstKey={user.apiKey} />
      <PasswordSettings user={user} />
      <MyData username={user.username} />
      <WorkOnDevice
        user={user}
        recordLink={(of) => <Link {...recordPlace(of)} />}
        typedLink={(typed) => <Link {...typedPlace(typed)} />}
      />
    </UserSettingsPage>
  );
}

const countOf = ({ apiKey }: { readonly apiKey: string }, keys: Keys | undefined): number | undefined =>
  keys && keys.items.length + (apiKey === "" ? 0 : 1);

/** The list of keys never runs its commands. */
const NOWHERE = { palette: () => undefined, sheet: () => undefined };

/** The first page of the bulk view. */
const FIRST_PAGE = { page: "1~10" };

/** The page where unsaved work was typed, for a dataset of either family. Keys of task datasets contain a slash. */
export function typedPlace(typed: TypedForDataset) {
  const id = typed.datasetId;
  const { workspace, dataset } = readTaskDatasetKey(id);
  const linked = { id, name: dataset, workspaceName: workspace, task: dataset === "" ? FEEDBACK_TASK : TASKS[0] };
  if (typed.kind === "bulk") {
    // The page on which the records were chosen. They are selected again only there.
    return { to: annotationPath(linked), search: { ...FIRST_PAGE, ...parseRawQuery(typed.address) } };
  }
  return typed.kind === "rule"
    ? { to: annotationPath(linked), search: { query: taskQuery(typed.rule.query), viewMode: "labelling-rules" } }
    : { to: settingsPath(linked) };
}
