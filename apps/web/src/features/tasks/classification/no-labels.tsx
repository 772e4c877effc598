import { settingsPath } from "@postil/domain/datasets/dataset-links";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { textLinkClass } from "../../../ui/text-link.ts";
import { useTaskPage } from "../state/task-page-context.ts";

/** Shown in place of labels. Leads users who may add labels to the settings (design/tasks.md). Lazily loaded. */
export default function NoLabels() {
  const { dataset, privileged } = useTaskPage();
  return (
    <p className="mt-3 text-soft">
      {privileged ? (
        <>
          {t("classification.none.admin")}{" "}
          <Link to={settingsPath(dataset)} hash="labels" className={`${textLinkClass} underline`}>
            {t("classification.none.settings")}
          </Link>
        </>
      ) : (
        t("classification.none.annotator")
      )}
    </p>
  );
}
