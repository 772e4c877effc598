import type { Dataset } from "@postil/domain/entities";
import type { Progress } from "@postil/domain/progress";
import { useTranslation } from "react-i18next";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { usePhone } from "../../../ui/use-phone.ts";
import { GuidelinesDrawer } from "../drawers/guidelines-drawer.tsx";
import { ProgressDrawer } from "../drawers/progress-drawer.tsx";
import { ActionMessage } from "../foot/action-message.tsx";
import { Foot } from "../foot/foot.tsx";
import { ProgressBar } from "../foot/progress-share.tsx";
import type { FrameChrome } from "../frame/frame.tsx";
import type { ActionMessage as Said } from "../saving/action-session.ts";
import type { PageCommands } from "./page-commands.ts";
import type { Panels } from "./use-panels.ts";

type ChromeSource = {
  datasetId: string;
  dataset: Dataset | null;
  progress: Progress | null;
  panels: Panels;
  commands: PageCommands;
  message: Said | null;
};

/** Foot and drawers, the same whether there is a record or not. */
export function useChrome({ datasetId, dataset, progress, panels, commands, message }: ChromeSource): FrameChrome {
  const { t } = useTranslation();
  const guidelinesKeys = usePrintedKeys(commands.guidelines);
  const phone = usePhone();
  const said = <ActionMessage action={message} undo={commands.undo} className="ml-auto pr-2 max-md:pl-4" />;
  return {
    datasetId,
    guidelines: panels.guidelines.open && dataset !== null && (
      <GuidelinesDrawer
        guidelines={dataset.guidelines}
        none={t("annotation.guidelines.none")}
        pinned={panels.guidelines.pinned}
        onPin={panels.pinGuidelines}
        onClose={panels.toggleGuidelines}
        keys={guidelinesKeys}
      />
    ),
    progress: panels.progress && progress !== null && !phone && <ProgressDrawer progress={progress} />,
    notice: phone && (
      <>
        {message !== null && said}
        {progress !== null && <ProgressBar progress={progress} className="h-0.5! rounded-none" />}
      </>
    ),
    foot: phone ? null : (
      <Foot
        guidelines={{ open: panels.guidelines.open, command: commands.guidelines }}
        progress={{ open: panels.progress, command: commands.progress, figures: progress }}
        refresh={commands.refresh}
        message={said}
      />
    ),
  };
}
