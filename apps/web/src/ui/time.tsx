import type { Micros } from "@postil/domain/time";
import { absoluteTime, toMilliseconds } from "../lib/i18n/times.ts";

/** A time in words ("3 min ago", "21 Nov"). The exact time shows on hover. */
export function Time({ at, text, className }: { at: Micros; text: string; className?: string }) {
  const ms = toMilliseconds(at);
  return (
    <time dateTime={new Date(ms).toISOString()} title={absoluteTime(ms)} className={className}>
      {text}
    </time>
  );
}
