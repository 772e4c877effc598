import { t } from "i18next";
import { Ellipsis } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { OPEN_TRIGGER } from "../open-trigger.ts";
import type { WorkspaceMenuProps } from "./workspace-menu.tsx";

const WorkspaceMenu = onDemand<WorkspaceMenuProps>("menu", () =>
  import("./workspace-menu.tsx").then((module) => module.WorkspaceMenu),
);

/** Shown on hover and focus of the row. */
export function RowActions(props: WorkspaceMenuProps) {
  return (
    <span className="relative z-1 opacity-0 focus-within:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100 max-[640px]:opacity-100">
      <WorkspaceMenu
        {...props}
        trigger={
          <IconButton
            icon={Ellipsis}
            label={t("workspaces.actionsOf", { name: props.workspace.name })}
            className={OPEN_TRIGGER}
          />
        }
      />
    </span>
  );
}
