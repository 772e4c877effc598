import { useEffect } from "react";
import { useTranslation } from "react-i18next";

/** Titles the window "{title} - Postil"; without a title, "Postil". */
export function usePageTitle(title?: string): void {
  const { t } = useTranslation();
  const product = t("common.product");
  useEffect(() => {
    document.title = title === undefined || title === "" ? product : `${title} - ${product}`;
  }, [title, product]);
}
