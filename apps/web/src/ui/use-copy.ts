import { t } from "i18next";
import { useEffect, useState } from "react";
import { TOOLTIP } from "./constants.ts";
import { copyToClipboard } from "./copy-to-clipboard.ts";
import { announce } from "./live-region.tsx";

/** Copies a text. For one second the result is available for the control (CON-02). */
export function useCopy(text: string) {
  const [result, setResult] = useState<"copied" | "copyFailed" | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = window.setTimeout(() => setResult(null), TOOLTIP.copiedFor);
    return () => window.clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    const outcome = (await copyToClipboard(text)) ? "copied" : "copyFailed";
    setResult(outcome);
    announce(t(`common.${outcome}`));
  };
  return { result, copy };
}
