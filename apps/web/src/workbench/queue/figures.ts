import type { Progress } from "@postil/domain/queue/progress";
import { createContext, use } from "react";

/** The reader's figures in the dataset, for those who show them. */
export const Figures = createContext<Progress | null>(null);

/** Null until they are known. */
export function useFigures(): Progress | null {
  return use(Figures);
}
