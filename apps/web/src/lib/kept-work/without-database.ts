import { t } from "i18next";
import { sayNotKept } from "../i18n/en/not-kept.ts";
import { hasLocalStorage } from "../storage.ts";
import { notify } from "../toasts/store.ts";
import { type KeptName, type KeptWork, keptRows } from "./kept-values.ts";

/** For a browser without a database: local storage, or memory when that is denied too. */
export function withoutDatabase(name: KeptName): KeptWork {
  if (!hasLocalStorage()) tellOnce();
  const { ids, read, write } = keptRows(name);
  return {
    all: async (userId) => new Map(ids(userId).map((id) => [id, read(userId, id)])),
    async change(userId, recordIds, change) {
      for (const id of [recordIds].flat()) write(userId, id, change(read(userId, id), id));
    },
  };
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
