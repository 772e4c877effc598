import type { KeyboardEvent } from "react";
import { pressMatches } from "../../lib/commands/chord.ts";

/** Ctrl or Cmd and S: saves the form being edited, as elsewhere (FSE-03). */
export const isSaveKey = ({ nativeEvent }: KeyboardEvent): boolean => pressMatches(nativeEvent, "Mod+S");
