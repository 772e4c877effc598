import { t } from "i18next";
import { Keyboard, Search } from "lucide-react";
import { type ComponentType, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CommandEntry } from "../../lib/commands/command.ts";
import { useCommands } from "../../lib/commands/commands-provider.tsx";
import { tellCodeMissing } from "../../lib/toasts/store.ts";
import { Icon } from "../icon.tsx";
import { lazyPart } from "../lazy-part.tsx";
import type { PaletteProps } from "./palette.tsx";

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

let loaded: ComponentType<PaletteProps> | null = null;

/**
 * The palette, whose code is loaded on first use. Until then a stand-in input takes the focus at once. It passes on the typed
 * text, and an Enter after it, so that no key goes to the page or is lost (design/README.md).
 */
export function LazyPalette({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const entered = useRef(false);
  const { Palette, typed } = usePalette(input, () => {
    void tellCodeMissing();
    onOpenChange(false);
  });
  if (Palette !== null) return <Palette typed={typed} entered={entered.current} onOpenChange={onOpenChange} />;
  return (
    <label className="fixed inset-x-4 top-28 z-40 mx-auto flex h-13 max-w-160 items-center gap-3 rounded-panel border border-line bg-surface px-4 text-soft shadow-dialog">
      <Icon of={Search} />
      <input
        ref={input}
        aria-label={t("commands.palette.find")}
        placeholder={t("commands.palette.find")}
        onKeyDown={(event) => {
          if (event.key === "Escape") onOpenChange(false);
          // Text typed after the Enter is for another command, so the Enter no longer counts.
          entered.current = event.key === "Enter";
        }}
        className="min-w-0 flex-1 bg-transparent text-ink text-lead outline-0"
      />
    </label>
  );
}

/** The palette once it is loaded, and the text typed until then. */
function usePalette(input: RefObject<HTMLInputElement | null>, onMissing: () => void) {
  const [Palette, setPalette] = useState(() => loaded);
  const typed = useRef("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once, whoever is told when the code is missing
  useLayoutEffect(() => {
    if (loaded !== null) return;
    const giveBack = takeFocus(input.current);
    let open = true;
    const arrived = ({ default: palette }: { default: ComponentType<PaletteProps> }) => {
      loaded = palette;
      if (!open) return;
      typed.current = input.current?.value ?? "";
      giveBack();
      // Rendered at once: a key pressed before the palette's own input has the focus would go to the page.
      flushSync(() => setPalette(() => palette));
    };
    import("./palette.tsx").then(arrived, () => open && onMissing());
    return () => {
      open = false;
      giveBack();
    };
  }, []);
  return { Palette, typed: typed.current };
}

/** Focuses `taker`. Returns a function that gives the focus back, unless it has moved elsewhere. */
function takeFocus(taker: HTMLElement | null): () => void {
  const before = document.activeElement;
  taker?.focus();
  return () => {
    if (document.activeElement === taker && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}
