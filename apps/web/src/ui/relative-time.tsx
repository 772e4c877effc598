import type { Micros } from "@postil/domain/time";
import { useEffect, useState } from "react";
import { relativeTime, toMilliseconds } from "../lib/i18n/times.ts";
import { Time } from "./time.tsx";

/** How often the text is updated, ms. */
const STEP = 30_000;

/** "3 min ago", updated while it is shown. The exact time shows on hover. */
export function RelativeTime({ at }: { at: Micros }) {
  const ms = toMilliseconds(at);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), STEP);
    return () => window.clearInterval(timer);
  }, []);
  return <Time at={at} text={relativeTime(ms, Math.max(now, ms))} />;
}
