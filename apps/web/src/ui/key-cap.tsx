import { t } from "i18next";
import { useEffect } from "react";
import { isMac, type KeyLook, keyLooks, useKeysHere, useRests } from "../lib/commands/keys-here.ts";
import { getPreferences, setPreference, usePreference } from "../lib/preferences/store.ts";
import { KEY_CAP_HOLD } from "./constants.ts";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { VisuallyHidden } from "./screen-reader.tsx";

type KeyCapProps = {
  /** keys joined by `+`, `Mod` for Ctrl or Cmd: `Mod+Enter`, `G`, `?` */
  keys: string;
  /** true: shown and read aloud even when the user hides key caps, as in the shortcuts sheet and the palette */
  always?: boolean;
  /**
   * true: the key belongs to the text being written; other caps are hidden meanwhile but keep their space, so that nothing
   * moves
   */
  ofText?: boolean;
  className?: string;
};

const CAP =
  "inline-grid h-[18px] min-w-[18px] flex-none place-items-center rounded-key border border-line bg-surface px-1 font-[500] font-ui text-key tabular-nums text-soft " +
  "group-data-[variant=primary]/button:border-transparent group-data-[variant=primary]/button:bg-[color-mix(in_srgb,var(--on-accent)_14%,transparent)] group-data-[variant=primary]/button:text-current";

/** The keys of an action, printed beside it. Hidden from screen readers: the control has them in `aria-keyshortcuts`. */
export function KeyCap({ keys, always = false, ofText = false, className }: KeyCapProps) {
  const [shown] = usePreference("showKeyCaps");
  const here = useKeysHere(keys);
  const rests = useRests(here) && !always && !ofText;
  if (!shown && !always) return null;
  return (
    <span
      className={cx("inline-flex gap-0.5", !always && "max-md:hidden", rests && "invisible", className)}
      aria-hidden={always ? undefined : "true"}
    >
      {keyLooks(here).map((look) => (
        <kbd key={look.text} translate="no" className={CAP}>
          <KeyFace look={look} />
        </kbd>
      ))}
    </span>
  );
}

function KeyFace({ look }: { look: KeyLook }) {
  if (look.name === null) return look.text;
  const name = t(`common.key.${look.name}`);
  if (look.icon === null) return name;
  return (
    <>
      <Icon of={look.icon} size={12} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}

/** Holding Ctrl (Cmd on a Mac) alone for 350 ms shows or hides the key caps. The choice is stored (design/keys.md#rules). */
export function useHoldToShowKeys(): void {
  useEffect(() => {
    let timer: number | undefined;
    const cancel = () => window.clearTimeout(timer);
    const onKeyDown = (event: KeyboardEvent) => {
      cancel();
      if (event.key !== (isMac ? "Meta" : "Control") || event.repeat) return;
      timer = window.setTimeout(() => setPreference("showKeyCaps", !getPreferences().showKeyCaps), KEY_CAP_HOLD);
    };
    const interruptions = ["keyup", "pointerdown", "wheel", "blur"] as const;
    window.addEventListener("keydown", onKeyDown, true);
    for (const type of interruptions) window.addEventListener(type, cancel, true);
    return () => {
      cancel();
      window.removeEventListener("keydown", onKeyDown, true);
      for (const type of interruptions) window.removeEventListener(type, cancel, true);
    };
  }, []);
}
