import type { Page } from "@playwright/test";

/** The number of records for which the browser keeps typed answers (`drafts`) or unsent answers (`outbox`). */
export const keptIn = (page: Page, store: "drafts" | "outbox") =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const asked = indexedDB.open("postil");
        asked.onerror = () => reject(asked.error);
        asked.onsuccess = () => {
          const count = asked.result.transaction(name).objectStore(name).count();
          count.onsuccess = () => {
            asked.result.close();
            resolve(count.result);
          };
        };
      }),
    store,
  );
