import { settingsPath } from "@postil/domain/datasets/dataset";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { useTaskPage } from "./task-page-context.ts";

type HowToAddLabelsProps = {
  of: "classification" | "taskTokens";
  /** the class of the link */
  className: string;
};

/** Shown in place of labels: leads users who may add labels to the settings (design/tasks.md). */
export function HowToAddLabels({ of, className }: HowToAddLabelsProps) {
  const { dataset, privileged } = useTaskPage();
  if (!privileged) return t(`${of}.none.annotator`);
  return (
    <>
      {t(`${of}.none.admin`)}{" "}
      <Link to={settingsPath(dataset)} hash="labels" className={className}>
        {t(`${of}.none.settings`)}
      </Link>
    </>
  );
}
