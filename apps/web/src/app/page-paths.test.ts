import { PAGE_PATHS } from "@postil/contract/page-paths";
import { expect, test } from "vitest";
import { createPageRouter } from "./router.tsx";

/** As the server spells it; a part that may be absent makes two of one. */
function spelled(route: string): string[] {
  const path = route.replaceAll(/\/\$(\w+)/g, "/:$1");
  const optional = /\/\{-\$(\w+)\}/;
  return optional.test(path) ? [path.replace(optional, ""), path.replace(optional, "/:$1")] : [path];
}

test("API-38 RTE-15 the server knows the page's addresses, each of them and no other", () => {
  const paths = Object.keys(createPageRouter().routesByPath).flatMap(spelled);
  expect(paths.toSorted()).toEqual([...PAGE_PATHS].toSorted());
});
