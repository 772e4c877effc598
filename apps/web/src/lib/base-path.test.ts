import { afterEach, expect, test } from "vitest";
import { basePath, serverAddress, underBase } from "./base-path.ts";

afterEach(() => {
  document.head.innerHTML = "";
});

test("RTE-01 the base is / unless the server says otherwise", () => {
  expect([basePath(), underBase("/api/me")]).toEqual(["/", "/api/me"]);
  document.head.innerHTML = '<meta name="base-path" content="/postil/">';
  expect([basePath(), underBase("/api/me")]).toEqual(["/postil/", "/postil/api/me"]);
  expect(serverAddress()).toBe(`${window.location.origin}/postil`);
});
