import { t } from "i18next";
import { type ReactNode, useEffect, useRef } from "react";
import { UNSAFE_PortalProvider as FloatingPlace } from "react-aria/PortalProvider";
import { guardChunks } from "../lib/chunk-reload.ts";
import { watchConnection } from "../lib/connection/connection.ts";
import { useHoldToShowKeys } from "../ui/key-cap.tsx";
import { LiveRegion } from "../ui/screen-reader.tsx";
import { ToastHost } from "../ui/toasts.tsx";

/**
 * The frame around every page: toasts, announcements for screen readers, and the watchers of connection, code and key caps.
 */
export function AppShell({ children }: { children: ReactNode }) {
  useHoldToShowKeys();
  useEffect(() => watchConnection(), []);
  useEffect(() => guardChunks(), []);
  // The landmark that holds floating elements. React Aria puts a button beside a popover's dialog or menu, and axe requires
  // both to be in a landmark.
  const floating = useRef<HTMLElement>(null);
  return (
    <FloatingPlace getContainer={() => floating.current}>
      {children}
      <ToastHost />
      <LiveRegion />
      <section ref={floating} aria-label={t("common.floating")} className="empty:hidden" />
    </FloatingPlace>
  );
}
