import { mediaHook } from "./media-hook.ts";

/** True below 640 px, where the rows of a table are cards. Must match the column classes (`max-[640px]`). */
export const useCards = mediaHook("(max-width: 639.98px)");
