import { useEffect, useState } from "react";

const MINUTE = 60_000;

/** The present, ms, to the minute: what "ago" counts from. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), MINUTE);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
