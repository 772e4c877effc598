import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { CircleSlash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { entityChoice, useEntityChoice } from "./entity-choice.ts";

type ArmedNoteProps = { labels: readonly GlobalLabel[]; children: ReactNode };

/** At the end of the strip, in the place of how many records there are: what a selection becomes at once. */
export function ArmedNote({ labels, children }: ArmedNoteProps) {
  const [first] = labels;
  return first === undefined ? children : <Note datasetId={first.datasetId}>{children}</Note>;
}

function Note({ datasetId, children }: { datasetId: string; children: ReactNode }) {
  const { armed } = useEntityChoice(datasetId);
  if (armed === null) return children;
  return <Armed label={armed} onDisarm={() => entityChoice(datasetId).set({ armed: null })} />;
}

function Armed({ label, onDisarm }: { label: string; onDisarm: () => void }) {
  const { t } = useTranslation();
  useCommands([
    {
      id: "tokens.disarm",
      section: "record",
      label: t("taskTokens.disarm"),
      icon: CircleSlash2,
      shortcuts: [{ keys: "Escape" }],
      run: onDisarm,
    },
  ]);
  return (
    <p role="status" className="ml-auto flex min-w-0 items-center gap-2">
      <span className="min-w-0 truncate" title={label}>
        <b className="font-strong">{label}</b> {t("taskTokens.armed", { label })}
      </span>
      <Button variant="ghost" size="compact" keys="Escape" onClick={onDisarm}>
        {t("taskTokens.disarm")}
      </Button>
    </p>
  );
}
