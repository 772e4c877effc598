import { useEffect, useState } from "react";

const MINUTE = 60_000;

/** The current time, ms, updated every minute, for texts such as "3 min ago". */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), MINUTE);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
