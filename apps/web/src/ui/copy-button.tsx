import { t } from "i18next";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { iconControlClass } from "./button.tsx";
import { TOOLTIP } from "./constants.ts";
import { copyToClipboard } from "./copy-to-clipboard.ts";
import { cx } from "./cx.ts";
import { Icon, type IconType } from "./icon.tsx";
import { announce } from "./screen-reader.tsx";
import { Tooltip } from "./tooltip.tsx";

type CopyButtonProps = {
  text: string;
  /** the copied thing as a noun: "dataset name"; with `translate="no"` if it contains a name from the data */
  what: string;
  translate?: "no";
  icon?: IconType;
  /** true: hidden until the parent (`group`) is hovered or contains the focus */
  onHover?: boolean;
  className?: string;
  onCopied?: () => void;
};

/** Copies a text. For one second the icon is a check, and the tooltip tells the result (CON-02). */
export function CopyButton(props: CopyButtonProps) {
  const { text, what, translate, icon = Copy, onHover = false, className, onCopied } = props;
  const { result, copy } = useCopy(text, onCopied);
  const label = t("common.copy", { what });
  return (
    <Tooltip text={result === null ? label : t(`common.${result}`)} width="fit" open={result !== null}>
      <button
        type="button"
        aria-label={label}
        translate={translate}
        onClick={copy}
        className={cx(
          iconControlClass,
          "size-6",
          onHover &&
            result === null &&
            "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100",
          className,
        )}
      >
        <Icon of={result === "copied" ? Check : icon} size={14} />
      </button>
    </Tooltip>
  );
}

/** Copies a text. For one second the result is available for the control (CON-02). */
export function useCopy(text: string, onCopied?: () => void) {
  const [result, setResult] = useState<"copied" | "copyFailed" | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = window.setTimeout(() => setResult(null), TOOLTIP.copiedFor);
    return () => window.clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    const outcome = (await copyToClipboard(text)) ? "copied" : "copyFailed";
    setResult(outcome);
    if (outcome === "copied") onCopied?.();
    announce(t(`common.${outcome}`));
  };
  return { result, copy };
}
