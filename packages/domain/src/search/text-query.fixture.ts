import { occurs, type TextDemand } from "./text-query.ts";

/** Whether a record answers the demands; `fields` holds the words of each field searched. The measure of every engine. */
export function meetsDemands(demands: readonly TextDemand[], fields: readonly (readonly string[])[]): boolean {
  return (
    demands.length > 0 && demands.every((demand) => demand.excluded !== fields.some((words) => occurs(demand, words)))
  );
}
