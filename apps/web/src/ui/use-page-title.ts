import { t } from "i18next";
import { useEffect } from "react";

/** Titles the window "{title} - Postil"; without a title, "Postil". */
export function usePageTitle(title?: string): void {
  const product = t("common.product");
  useEffect(() => {
    document.title = title === undefined || title === "" ? product : `${title} - ${product}`;
  }, [title, product]);
}
