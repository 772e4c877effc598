import { t } from "i18next";
import { Keyboard } from "lucide-react";
import { useState } from "react";
import type { CommandEntry } from "../../lib/commands/command.ts";
import { useCommands } from "../../lib/commands/commands-provider.tsx";
import { lazyPart } from "../lazy-part.tsx";
import { LazyPalette } from "./lazy-palette.tsx";

const ShortcutSheet = lazyPart(() => import("./shortcut-sheet.tsx"));

export const SHORTCUTS_COMMAND = "app.shortcuts";
const PALETTE_COMMAND = "app.palette";

/** The palette (Ctrl/Cmd+K) and the shortcuts sheet (`?`), loaded on first use. There is one, inside the CommandsProvider. */
export function CommandOverlays() {
  const [open, setOpen] = useState<"palette" | "sheet" | null>(null);
  const close = () => setOpen(null);
  const onOpenChange = (stillOpen: boolean) => !stillOpen && close();
  useCommands(
    overlayCommands({
      palette: () => setOpen((now) => (now === "palette" ? null : "palette")),
      sheet: () => setOpen("sheet"),
    }),
  );
  return (
    <>
      {open === "palette" && <LazyPalette onOpenChange={onOpenChange} />}
      {open === "sheet" && <ShortcutSheet onOpenChange={onOpenChange} whenMissing={close} />}
    </>
  );
}

/** The commands that every page has. */
export function overlayCommands(run: { palette: () => void; sheet: () => void }): readonly CommandEntry[] {
  return [
    {
      id: PALETTE_COMMAND,
      label: t("commands.open"),
      group: "look",
      shortcuts: [{ keys: "Mod+K", everywhere: true }],
      run: run.palette,
    },
    {
      id: SHORTCUTS_COMMAND,
      label: t("commands.sheet.title"),
      row: t("commands.shortcuts"),
      icon: Keyboard,
      section: "app",
      group: "look",
      shortcuts: [{ keys: "?" }],
      run: run.sheet,
    },
    { id: "app.hold", label: t("commands.holdToHide"), group: "look", keys: ["Hold+Mod"] },
  ];
}
