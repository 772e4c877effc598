import { createMemoryHistory } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createPageRouter } from "./router.tsx";

/** Tests the access to every route. */

afterEach(() => vi.unstubAllGlobals());

const routes = Object.values(createPageRouter(createMemoryHistory()).routesById);
const PATHS = [...new Set(routes.map(({ fullPath }) => String(fullPath)))].filter((path) => path !== "");

/** Routes open to anonymous visitors: the forms and links for sign-in (RTE-18 to RTE-23, RTE-29). */
const OPEN = [
  ...["/sign-in", "/login", "/welcome-hf-sign-in", "/oauth/{-$provider}/callback"],
  // A visitor with an invitation has no account yet.
  "/invitation",
];

/** The path where an anonymous visitor of `path` ends. */
async function anonymous(path: string): Promise<string> {
  vi.stubGlobal("fetch", async () => Response.json({ items: [] }));
  const router = createPageRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return router.state.location.href;
}

test("ROL-02 RTE-24 an anonymous visitor of any other route is asked to sign in, with the way back: path, query and hash", async () => {
  const guarded = PATHS.filter((path) => !OPEN.includes(path) && path !== "/");
  expect(guarded).toEqual(expect.arrayContaining(["/datasets", "/dataset/{-$id}/annotation-mode", "/user-settings"]));
  for (const path of guarded) {
    const visited = `${path.replaceAll(/\{-\$\w+\}|\$\w+/g, "x")}?code=1#part`;
    expect(await anonymous(visited)).toBe(`/sign-in?code=1&redirect=${encodeURIComponent(visited)}`);
  }
  expect(await anonymous("/")).toBe("/sign-in");
});

test("I18-01 no path begins with a language", () => {
  expect(PATHS.filter((path) => /^\/[a-z]{2}(-[A-Za-z]+)?(\/|$)/.test(path))).toEqual([]);
});
