import type { Progress } from "@postil/domain/queue/progress";
import { createContext, use } from "react";

/** The user's figures in the dataset. */
export const Figures = createContext<Progress | null>(null);

/** Null until the figures are loaded. */
export function useFigures(): Progress | null {
  return use(Figures);
}
