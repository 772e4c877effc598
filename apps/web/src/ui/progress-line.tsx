import { t } from "i18next";
import { useProgressState } from "../lib/progress-line.ts";
import { cx } from "./cx.ts";

/**
 * The line of 2 px below the header while a page-level request runs. Red for a second after a failure (API-08). It takes no
 * space.
 */
export function ProgressLine() {
  const state = useProgressState();
  if (state === "idle") return null;
  return (
    <div
      role="progressbar"
      aria-label={t(state === "failed" ? "common.header.progressFailed" : "common.header.progress")}
      className="pointer-events-none absolute inset-x-0 -bottom-0.5 h-0.5 overflow-hidden"
    >
      <div
        className={cx(
          "h-full",
          state === "failed" ? "bg-danger" : "animate-[progress_1.6s_ease-out_infinite] bg-accent",
        )}
      />
    </div>
  );
}
