import { type ReactNode, useEffect } from "react";
import { guardChunks } from "../lib/chunk-reload.ts";
import { watchConnection } from "../lib/online.ts";
import { LiveRegion } from "../ui/live-region.tsx";
import { ToastHost } from "../ui/toast-host.tsx";
import { useHoldToShowKeys } from "../ui/use-hold-to-show-keys.ts";

/** What stands around every page: toasts, the voice for screen readers, and the watchers of connection, code and key caps. */
export function AppShell({ children }: { children: ReactNode }) {
  useHoldToShowKeys();
  useEffect(() => watchConnection(), []);
  useEffect(() => guardChunks(), []);
  return (
    <>
      {children}
      <ToastHost />
      <LiveRegion />
    </>
  );
}
