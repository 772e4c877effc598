import { t } from "i18next";
import { dismissToast, notify } from "../toasts/store.ts";
import { connection } from "./current.ts";

/**
 * Shows a toast while the network is lost, and then a toast that it is back (ERR-07 to ERR-09). The band of a page shows what
 * this means for its work. Returns a function that stops this.
 */
export function watchConnection(): () => void {
  let offlineToast: string | null = null;
  const tell = () => {
    const reach = connection.reach();
    if (reach === "offline") {
      offlineToast ??= notify({
        message: t("common.offline.toast"),
        type: "error",
        permanent: true,
        keep: true,
      });
    } else if (offlineToast !== null) {
      if (reach === "online") notify({ message: t("common.offline.off"), replace: offlineToast });
      else dismissToast(offlineToast);
      offlineToast = null;
    }
  };
  tell();
  return connection.onChange(tell);
}
