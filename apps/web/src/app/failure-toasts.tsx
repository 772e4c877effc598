import { useEffect } from "react";
import { useOutboxService } from "../lib/outbox/use-outbox.ts";
import { readStoredObject, STORAGE_KEYS } from "../lib/storage.ts";
import { sayKeptBulk } from "../workbench/saving/say-kept-bulk.ts";
import { useFailureToasts } from "../workbench/saving/use-failure-toasts.ts";
import { useGoToRecord } from "./use-go-to-record.ts";

/**
 * Answers are delivered on every page, so it is told on every page when one is given up, was left out, or waits in a bulk form
 * (FRS-14, FBU-10).
 */
export default function FailureToasts() {
  useFailureToasts(useGoToRecord());
  const { userId } = useOutboxService();
  useEffect(() => {
    if (readStoredObject(STORAGE_KEYS.cutOff)?.[userId] === undefined) return;
    import("../workbench/bulk/tell-cut-off.ts").then(
      ({ tellCutOff }) => tellCutOff(userId),
      // The note stays for the next page.
      (error: unknown) => console.warn("What a bulk action left out is not told yet", error),
    );
  }, [userId]);
  useEffect(() => sayKeptBulk(userId), [userId]);
  return null;
}
