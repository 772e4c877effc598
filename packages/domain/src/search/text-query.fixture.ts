import { occurs, type TextDemand } from "./text-query.ts";

/** True if a record meets the demands. `fields`: the words of each searched field. Tests compare every engine with it. */
export function meetsDemands(demands: readonly TextDemand[], fields: readonly (readonly string[])[]): boolean {
  return (
    demands.length > 0 && demands.every((demand) => demand.excluded !== fields.some((words) => occurs(demand, words)))
  );
}
