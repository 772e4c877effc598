import { mediaHook } from "./media-hook.ts";

/** Below 640 px the rows of a table are cards; the classes of its columns (`max-[640px]`) say the same. */
export const useCards = mediaHook("(max-width: 639.98px)");
