import { useTypedWork } from "../lib/kept-work/use-typed-work.ts";
import { useDeviceWork } from "./use-device-work.ts";

/** How much of somebody's work on this device the server has not. */
export const useUnsavedCount = (userId: string): number =>
  (useDeviceWork()?.items.length ?? 0) + useTypedWork(userId).length;
