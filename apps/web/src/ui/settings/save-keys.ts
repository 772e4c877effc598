import type { KeyboardEvent } from "react";
import { pressMatches } from "../../lib/commands/chord.ts";

/** Ctrl or Cmd and S: saves what is being edited, as it does everywhere (FSE-03). */
export const isSaveKey = ({ nativeEvent }: KeyboardEvent): boolean => pressMatches(nativeEvent, "Mod+S");
