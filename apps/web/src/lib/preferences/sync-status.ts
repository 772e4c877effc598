import { createShared } from "../emitter.ts";

/** `waiting`: the server does not know all changes and could not be told. */
export type SyncStatus = "saved" | "saving" | "waiting";

/** Tells if the server has the preferences of this browser. A page shows it before the sync itself has loaded. */
export const syncStatus = createShared<SyncStatus>("saved");
