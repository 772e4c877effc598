import { annotationPath, type LinkedDataset, settingsPath } from "@postil/domain/datasets/dataset-links";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { useCommandRegistry } from "../../lib/commands/commands-provider.tsx";
import type { Breadcrumb } from "../../ui/breadcrumbs.tsx";
import { SHORTCUTS_COMMAND } from "../../ui/commands/command-overlays.tsx";
import { PageHeader } from "./page-header.tsx";

type LinkedDatasetHeaderProps = {
  /** A name that is not known yet is empty. */
  dataset: LinkedDataset;
  here?: string | undefined;
};

/**
 * The header of a page about one dataset of either family: home, workspace, dataset with its name to copy, the settings icon.
 * `here` is the last, plain item of pages other than the annotation page (design/shell.md#header).
 */
export function LinkedDatasetHeader({ dataset, here }: LinkedDatasetHeaderProps) {
  const registry = useCommandRegistry();
  const { name, workspaceName } = dataset;
  const crumbs: Breadcrumb[] = [{ label: t("common.header.home"), link: <Link to="/datasets" /> }];
  if (workspaceName !== "") {
    const search = { workspaces: encodeURIComponent(workspaceName) };
    crumbs.push({ label: workspaceName, link: <Link to="/datasets" search={search} /> });
  }
  if (name !== "") crumbs.push({ label: name, link: <Link to={annotationPath(dataset)} /> });
  if (here !== undefined) crumbs.push({ label: here });
  // The copy button stands at the last crumb, so only where that is the dataset.
  const copy = name === "" || here !== undefined ? {} : { copy: { text: name, what: t("header.datasetName") } };
  const onShortcuts = () => registry.run(SHORTCUTS_COMMAND);
  return <PageHeader crumbs={crumbs} {...copy} settings={settingsPath(dataset)} onShortcuts={onShortcuts} />;
}
