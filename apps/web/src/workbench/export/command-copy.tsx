import { t } from "i18next";
import { SquareTerminal } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { copyToClipboard } from "../../ui/copy-to-clipboard.ts";
import { announce } from "../../ui/live-region.tsx";
import { commandOf, type FileWish } from "./export-wish.ts";
import type { ExportedDataset } from "./exported-dataset.ts";

type CommandCopyProps = { dataset: Pick<ExportedDataset, "name" | "workspace" | "says">; wish: FileWish };

/** The same export for the command line, to the clipboard. */
export function CommandCopy({ dataset, wish }: CommandCopyProps) {
  const command = commandOf(dataset, wish);
  const [copied, setCopied] = useState("");
  const copy = async () => {
    const done = await copyToClipboard(command);
    announce(done ? t("exporting.commandCopied") : t("common.copyFailed"));
    setCopied(done ? command : "");
  };
  return (
    <Button variant="ghost" icon={SquareTerminal} className="mr-auto -ml-2" onClick={() => void copy()}>
      {copied === command ? t("exporting.commandCopied") : t("exporting.command")}
    </Button>
  );
}
