import { t } from "i18next";
import { sayNotKept } from "../i18n/en/not-kept.ts";
import { hasLocalStorage } from "../storage.ts";
import { notify } from "../toasts/store.ts";
import { inLocalStorage } from "./in-local-storage.ts";
import { inMemory } from "./in-memory.ts";
import type { KeptForDatasets, KeptName, KeptWork } from "./kept-values.ts";

/** For a browser without a database: local storage, or memory when that is denied too. */
export function withoutDatabase(name: KeptName | KeptForDatasets): KeptWork {
  if (hasLocalStorage()) return inLocalStorage(name);
  tellOnce();
  return inMemory(name);
}

let told = false;

/** The user must know that a reload loses typed work. */
function tellOnce(): void {
  if (told) return;
  told = true;
  sayNotKept();
  const [message, detail] = [t("notKept.told"), t("notKept.what")];
  notify({ message, detail, type: "warning", permanent: true, keep: true });
}
