import { settingsPath } from "@postil/domain/datasets/dataset-links";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { textLinkClass } from "../../../ui/text-link.ts";
import { useTaskPage } from "../page/task-page-context.ts";

/** Where entities would be chosen: who may add some is led there (design: the task pages). */
export function NoEntities({ onClose }: { onClose: () => void }) {
  const { dataset, privileged } = useTaskPage();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab" || event.key === "Enter") return;
    event.stopPropagation();
    if (event.key === "Escape") onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it
    <div ref={note} tabIndex={-1} onKeyDown={onKeyDown} className="px-3 py-2 outline-0">
      {privileged ? (
        <>
          {t("taskTokens.none.admin")}{" "}
          <Link to={settingsPath(dataset)} hash="labels" className={textLinkClass}>
            {t("taskTokens.none.settings")}
          </Link>
        </>
      ) : (
        t("taskTokens.none.annotator")
      )}
    </div>
  );
}
