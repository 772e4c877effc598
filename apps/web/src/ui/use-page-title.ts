import { t } from "i18next";
import { useEffect } from "react";

/** Sets the window's title to "{title} - Postil", or "Postil" without a title. */
export function usePageTitle(title?: string): void {
  const product = t("common.product");
  useEffect(() => {
    document.title = title === undefined || title === "" ? product : `${title} - ${product}`;
  }, [title, product]);
}
