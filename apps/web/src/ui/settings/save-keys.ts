import type { KeyboardEvent } from "react";

/** Ctrl or Cmd and S: saves what is being edited, as it does everywhere (FSE-03). */
export const isSaveKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === "s" && (ctrlKey || metaKey) && !shiftKey && !altKey;
