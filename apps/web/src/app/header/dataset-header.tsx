import { annotationPath, FEEDBACK_TASK, settingsPath } from "@postil/domain/datasets/dataset-links";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { datasetQuery } from "../../lib/api/queries/dataset.ts";
import { workspaceQuery } from "../../lib/api/queries/workspaces.ts";
import { useCommandRegistry } from "../../lib/commands/commands-provider.tsx";
import type { Breadcrumb } from "../../ui/breadcrumbs.tsx";
import { SHORTCUTS_COMMAND } from "../../ui/commands/command-overlays.tsx";
import { PageHeader } from "./page-header.tsx";

/**
 * The header of a page about one feedback dataset: home, workspace, dataset with its name to copy, the settings icon.
 * `here` is the last, plain item of pages other than the annotation page (design/shell.md#header).
 */
export function DatasetHeader({ id, here }: { id: string; here?: string }) {
  const { t } = useTranslation();
  const registry = useCommandRegistry();
  const { data: dataset } = useQuery(datasetQuery(id));
  const { data: workspace } = useQuery(workspaceQuery(dataset?.workspaceId));
  const workspaceName = workspace?.name;
  const linked = { id, name: dataset?.name ?? "", workspaceName: workspaceName ?? "", task: FEEDBACK_TASK };
  const crumbs: Breadcrumb[] = [{ label: t("common.header.home"), link: <Link to="/datasets" /> }];
  if (workspaceName !== undefined) {
    const search = { workspaces: encodeURIComponent(workspaceName) };
    crumbs.push({ label: workspaceName, link: <Link to="/datasets" search={search} /> });
  }
  if (dataset !== undefined) crumbs.push({ label: dataset.name, link: <Link to={annotationPath(linked)} /> });
  if (here !== undefined) crumbs.push({ label: here });
  // The copy button stands at the last crumb, so only where that is the dataset.
  const copy =
    dataset === undefined || here !== undefined
      ? {}
      : { copy: { text: dataset.name, what: t("common.header.datasetName") } };
  const settingsLink = <Link to={settingsPath(linked)} />;
  const onShortcuts = () => registry.run(SHORTCUTS_COMMAND);
  return <PageHeader crumbs={crumbs} {...copy} settingsLink={settingsLink} onShortcuts={onShortcuts} />;
}
