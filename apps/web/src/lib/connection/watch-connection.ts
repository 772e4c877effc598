import { t } from "i18next";
import { dismissToast, notify } from "../toasts/store.ts";
import { connection } from "./current.ts";

/**
 * Says that the network is lost, until it is back, and then that it is back (ERR-07 to ERR-09); what that means for the work of a page,
 * its band says. Returns the way to stop.
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
