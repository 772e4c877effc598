import type { SessionOver } from "@postil/domain/accounts/sessions";
import { readStoredObject, STORAGE_KEYS } from "../../lib/storage.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const RemovedWork = lazyPart(() => import("./removed-work.tsx"));

/** On the sign-in page: the work of deleted accounts on this device (ROL-14). `why`: the reason why the last session ended. */
export function WorkLeftHere({ why }: { why: SessionOver | undefined }) {
  const isRemoved = why === "deleted";
  if (!isRemoved && readStoredObject(STORAGE_KEYS.removedAccounts) === null) return null;
  return <RemovedWork isRemoved={isRemoved} />;
}
