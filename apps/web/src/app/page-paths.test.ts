import { PAGE_PATHS } from "@postil/contract/path";
import { SETTINGS_ROUTES } from "@postil/domain/datasets/dataset";
import { expect, test } from "vitest";
import { createPageRouter } from "./router.tsx";

/** The paths in the server's spelling. A route with an optional part gives two paths. */
function spelled(route: string): string[] {
  const path = route.replaceAll(/\/\$(\w+)/g, "/:$1");
  const optional = /\/\{-\$(\w+)\}/;
  return optional.test(path) ? [path.replace(optional, ""), path.replace(optional, "/:$1")] : [path];
}

test("API-38 RTE-14 the server knows the page's addresses, each of them and no other", () => {
  const paths = Object.keys(createPageRouter().routesByPath).flatMap(spelled);
  expect(paths.toSorted()).toEqual([...PAGE_PATHS].toSorted());
});

/** The parts of the path without the parameter marks. */
const nameOf = (path: string) => (path.match(/[\w-]*\w/g) ?? []).join("-");

test("RTE-06 RTE-08 RTE-10 RTE-12 RTE-13 RTE-16 each named page has the path of its name, parts joined by hyphens; links go there", () => {
  const router = createPageRouter();
  const names = Object.keys(router.routesByPath).map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining([
      ...["datasets-workspace-dataset-settings", "dataset-id-settings"],
      ...["sign-in", "welcome-hf-sign-in", "oauth-provider-callback"],
    ]),
  );
  for (const [name, pathOf] of Object.entries(SETTINGS_ROUTES)) {
    const path = pathOf({ id: "5f0c", name: "letters", workspaceName: "archive", task: "" });
    const [, , route] = router.getMatchedRoutes(path);
    expect(nameOf(route?.fullPath ?? "")).toBe(name);
  }
});
