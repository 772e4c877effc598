import i18next from "i18next";
import { stillHere } from "../leaving-page.ts";
import { notify } from "./store.ts";

/** Says that a part of the page could not be fetched, unless the page is on its way out. */
export async function tellCodeMissing(): Promise<void> {
  await stillHere();
  notify({ message: i18next.t("errors.codeMissing"), type: "error" });
}
