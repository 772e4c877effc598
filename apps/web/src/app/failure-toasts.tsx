import { useEffect } from "react";
import { useOutboxService } from "../lib/outbox/use-outbox.ts";
import { sayKeptBulk, useFailureToasts } from "../workbench/saving/tell-changed.ts";
import { useGoToRecord } from "./use-go-to-record.ts";

/**
 * Answers are delivered on every page. So every page shows when an answer is given up, or when a bulk form is waiting
 * (FRS-14).
 */
export function FailureToasts() {
  useFailureToasts(useGoToRecord());
  const { userId } = useOutboxService();
  useEffect(() => sayKeptBulk(userId), [userId]);
  return null;
}
