import { useCallback, useState } from "react";
import { FIRST_LOOK, type FieldLook } from "./field-view.tsx";

/** What the reader folded or turned to its source, by field; it stays so on the next record. */
export function useFieldLooks() {
  const [looks, setLooks] = useState<{ readonly [field: string]: FieldLook }>({});
  const onLook = useCallback(
    (field: string, look: FieldLook) => setLooks((before) => ({ ...before, [field]: look })),
    [],
  );
  return { lookOf: (field: string) => looks[field] ?? FIRST_LOOK, onLook };
}
