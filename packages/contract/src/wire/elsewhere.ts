import { asObject } from "@postil/domain/json-object";
import type { Elsewhere } from "@postil/domain/refusal";

/** Reads `elsewhere` from the body of a refusal, where it is beside `detail`; null if there is none. */
export function elsewhereOf(body: unknown): Elsewhere | null {
  const { asked, has } = asObject(asObject(body)?.elsewhere) ?? {};
  return typeof asked === "string" ? { asked, has: typeof has === "string" ? has : null } : null;
}
