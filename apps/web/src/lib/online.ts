import i18next from "i18next";
import { useSyncExternalStore } from "react";
import { notify } from "./toasts/store.ts";

/** Whether the browser has a connection. It may have one and still not reach the server; requests tell that. */
export function isOnline(): boolean {
  return navigator.onLine;
}

export function onOnlineChange(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, isOnline);
}

/** Says that the connection is lost, until it is back, and then that it is back (ERR-07 to ERR-09). Returns the way to stop. */
export function watchConnection(): () => void {
  let offlineToast: string | null = null;
  const tell = () => {
    if (!isOnline()) {
      offlineToast ??= notify({ message: i18next.t("common.offline.on"), type: "error", permanent: true, keep: true });
    } else if (offlineToast !== null) {
      notify({ message: i18next.t("common.offline.off"), replace: offlineToast });
      offlineToast = null;
    }
  };
  tell();
  return onOnlineChange(tell);
}
