import { t } from "i18next";
import { CircleSlash2 } from "lucide-react";
import { useEffect } from "react";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { announce } from "../../../ui/live-region.tsx";

export type ArmedProps = { label: string; onDisarm: () => void };

/** Shows the armed entity, with a button to disarm it. */
export function Armed({ label, onDisarm }: ArmedProps) {
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
  const armed = t("taskTokens.armed", { label });
  useEffect(() => announce(`${label} ${armed}`), [label, armed]);
  return (
    <p className="ml-auto flex min-w-0 items-center gap-2">
      <span className="min-w-0 truncate" title={label}>
        <b translate="no" className="font-strong">
          {label}
        </b>{" "}
        {armed}
      </span>
      <Button variant="ghost" size="compact" keys="Escape" onClick={onDisarm}>
        {t("taskTokens.disarm")}
      </Button>
    </p>
  );
}
