import type { SessionOver } from "@postil/domain/accounts/sessions";
import { readStoredObject, STORAGE_KEYS } from "../../lib/storage.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const RemovedWork = lazyPart(() => import("./removed-work.tsx"));
const nothing = () => undefined;

/** Where people sign in: what this device keeps of deleted accounts (ROL-14). `why`: what ended the session before. */
export function WorkLeftHere({ why }: { why: SessionOver | undefined }) {
  const isRemoved = why === "deleted";
  if (!isRemoved && readStoredObject(STORAGE_KEYS.removedAccounts) === null) return null;
  return <RemovedWork isRemoved={isRemoved} whenMissing={nothing} />;
}
