import { annotationPath, type LinkedDataset, settingsPath } from "@postil/domain/datasets/dataset";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { useCommandRegistry } from "../../lib/commands/commands-provider.tsx";
import { SHORTCUTS_COMMAND } from "../../ui/commands/command-overlays.tsx";
import { homeCrumb, PageHeader } from "./page-header.tsx";

type LinkedDatasetHeaderProps = {
  /** Its name is empty until it is known. */
  dataset: LinkedDataset;
  here?: string | undefined;
};

/**
 * The header of a page about one dataset of either family: home, workspace, dataset with a copy button, the settings icon.
 * `here` is the last, plain crumb on pages other than the annotation page (design/shell.md#header).
 */
export function LinkedDatasetHeader({ dataset, here }: LinkedDatasetHeaderProps) {
  const registry = useCommandRegistry();
  const { name, workspaceName } = dataset;
  const crumbs = [homeCrumb()];
  if (workspaceName !== "") {
    const search = { workspaces: encodeURIComponent(workspaceName) };
    crumbs.push({ label: workspaceName, link: <Link to="/datasets" search={search} /> });
  }
  if (name !== "") crumbs.push({ label: name, link: <Link to={annotationPath(dataset)} /> });
  if (here !== undefined) crumbs.push({ label: here });
  // The copy button belongs to the last crumb, so it shows only if that is the dataset.
  const copy = name === "" || here !== undefined ? {} : { copy: { text: name, what: t("header.datasetName") } };
  const onShortcuts = () => registry.run(SHORTCUTS_COMMAND);
  return <PageHeader crumbs={crumbs} {...copy} settings={settingsPath(dataset)} onShortcuts={onShortcuts} />;
}
