import type { Micros } from "@postil/domain/time";
import { useEffect, useState } from "react";
import { absoluteTime, relativeTime, toMilliseconds } from "../lib/i18n/times.ts";

/** A time in words ("3 min ago", "21 Nov"). The exact time shows on hover. */
export function Time({ at, text, className }: { at: Micros; text: string; className?: string }) {
  const ms = toMilliseconds(at);
  return (
    <time dateTime={new Date(ms).toISOString()} title={absoluteTime(ms)} className={className}>
      {text}
    </time>
  );
}

/** How often `RelativeTime` updates its text, ms. */
const STEP = 30_000;

/** "3 min ago", updated while it is shown. The exact time shows on hover. */
export function RelativeTime({ at }: { at: Micros }) {
  const ms = toMilliseconds(at);
  const now = useNow(STEP);
  return <Time at={at} text={relativeTime(ms, Math.max(now, ms))} />;
}

const MINUTE = 60_000;

/** The current time, ms, updated every `step` ms, for texts such as "3 min ago". */
export function useNow(step = MINUTE): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), step);
    return () => window.clearInterval(timer);
  }, [step]);
  return now;
}
