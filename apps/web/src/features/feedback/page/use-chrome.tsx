import { t } from "i18next";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { usePhone } from "../../../ui/use-phone.ts";
import type { FormChange, ActionMessage as Said } from "../../../workbench/saving/action-session.ts";
import { ActionMessage, Foot, ProgressMeter } from "./foot.tsx";
import type { FrameChrome } from "./frame.tsx";
import type { GuidelinesDrawerProps } from "./guidelines-drawer.tsx";
import type { PageCommands } from "./page-commands.ts";
import type { Panels } from "./use-panels.ts";

const GuidelinesDrawer = lazyPart<GuidelinesDrawerProps>(() =>
  import("./guidelines-drawer.tsx").then(({ GuidelinesDrawer }) => ({ default: GuidelinesDrawer })),
);
const ProgressDrawer = lazyPart(() => import("./progress-drawer.tsx"));

type ChromeSource = {
  datasetId: string;
  dataset: { readonly name: string; readonly guidelines: string | null } | null;
  panels: Panels;
  commands: PageCommands;
  message: Said | null;
  change: FormChange | null;
  canUndo: boolean;
};

/** Foot and drawers, the same with and without a record. */
export function useChrome({
  datasetId,
  dataset,
  panels,
  commands,
  message,
  change,
  canUndo,
}: ChromeSource): FrameChrome {
  const guidelinesKeys = usePrintedKeys(commands.guidelines);
  const phone = usePhone();
  return {
    datasetId,
    title: t("annotation.page", { name: dataset?.name ?? "" }),
    guidelines: panels.guidelines.open && dataset !== null && (
      <GuidelinesDrawer
        guidelines={dataset.guidelines}
        datasetId={datasetId}
        pinned={panels.guidelines.pinned}
        onPin={panels.pinGuidelines}
        onClose={panels.toggleGuidelines}
        keys={guidelinesKeys}
        whenMissing={panels.toggleGuidelines}
      />
    ),
    progress: panels.progress && !phone && <ProgressDrawer datasetId={datasetId} whenMissing={panels.toggleProgress} />,
    notice: phone && (
      <>
        {(message !== null || change !== null) && (
          <ActionMessage said={message} change={change} undo={commands.undo} redo={commands.redo} canUndo={canUndo} />
        )}
        <ProgressMeter />
      </>
    ),
    foot: phone ? null : (
      <Foot
        commands={commands}
        guidelinesOpen={panels.guidelines.open}
        progressOpen={panels.progress}
        said={message}
        change={change}
        canUndo={canUndo}
      />
    ),
  };
}
