import { t } from "i18next";
import type { Keys } from "./command.ts";
import { keyLooks } from "./key-names.ts";

/** Keys in words, as people say and search them: "Ctrl+S". */
export function useKeySpelling(): (keys: Keys) => string {
  return (keys) =>
    keyLooks(keys)
      .map(({ name, text }) => (name === null ? text : t(`common.key.${name}`)))
      .join("+");
}
