import { useTranslation } from "react-i18next";
import { keyLooks } from "../../ui/key-names.ts";
import type { Keys } from "./command.ts";

/** Keys in words, as people say and search them: "Ctrl+S". */
export function useKeySpelling(): (keys: Keys) => string {
  const { t } = useTranslation();
  return (keys) =>
    keyLooks(keys)
      .map(({ name, text }) => (name === null ? text : t(`common.key.${name}`)))
      .join("+");
}
