import { join } from "node:path";
import { routes } from "@postil/contract/routes";
import { expect, test } from "vitest";
import { loadedWith, modules, ROOT } from "../loaded-modules.fixture.ts";

const WITH: { readonly [access: string]: string } = {
  member: "member-routes.ts",
  author: "member-routes.ts",
  privileged: "manager-routes.ts",
  manager: "manager-routes.ts",
  owner: "manager-routes.ts",
};
/** The file that registers a call, by the call's name. The other calls are known from the start. */
const FILES = new Map(
  Object.entries(routes).flatMap(([name, { access }]) => {
    const file = WITH[access];
    return file === undefined ? [] : [[name, join(ROOT, "lib/api", file)] as const];
  }),
);

/** These files name calls that are made later, while the page of a dataset is open. */
const ASKED_LATER = /\/lib\/api\/(?:api|client)\.ts$/;

test("every call is known when the code that makes it runs, however its page was reached", () => {
  const missing = new Set<string>();
  const seen = new Set<string>();
  for (const loaded of loadedWith().values()) {
    for (const path of loaded) {
      if (ASKED_LATER.test(path)) continue;
      const named = [...(modules.get(path)?.source.matchAll(/"(\w+)"/g) ?? [])].map(([, name = ""]) => name);
      for (const name of named.filter((one) => FILES.has(one))) {
        seen.add(name);
        if (!loaded.has(FILES.get(name) ?? "")) missing.add(`${path.slice(ROOT.length + 1)}: ${name}`);
      }
    }
  }
  expect([...missing]).toEqual([]);
  // Checks that the search works at all.
  expect(seen).toContain("deleteDataset");
  expect(seen).toContain("listMyRecords");
});
