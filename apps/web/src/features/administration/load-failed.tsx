import { useEffect, useRef } from "react";
import { useReach } from "../../lib/connection/current.ts";
import { InlineError } from "../../ui/inline-error.tsx";

type LoadFailedProps = { message: string; onRetry: () => void };

/** Shows that a tab could not be loaded; it loads again automatically once the connection is back. */
export function LoadFailed({ message, onRetry }: LoadFailedProps) {
  const isOnline = useReach() === "online";
  const was = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !was.current) onRetry();
    was.current = isOnline;
  }, [isOnline, onRetry]);
  return <InlineError message={message} onRetry={onRetry} />;
}
