import { useTypedWork } from "../lib/kept-work/use-typed-work.ts";
import { useDeviceWork } from "./use-device-work.ts";

/** Number of items on this device that a user has not sent or saved. */
export const useUnsavedCount = (userId: string): number =>
  (useDeviceWork()?.items.length ?? 0) + useTypedWork(userId).length;
