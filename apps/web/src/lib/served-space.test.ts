// @vitest-environment-options { "url": "https://huggingface.co/spaces/mara/guide" }
import { afterEach, expect, test } from "vitest";
import { servedSpace } from "./base-path.ts";

afterEach(() => {
  document.head.innerHTML = "";
  window.history.replaceState(null, "", "/spaces/mara/guide");
});

test("AUT-27 on the main host the path names the space", () => {
  expect(servedSpace()).toEqual({ user: "mara", space: "guide" });
  window.history.replaceState(null, "", "/spaces/mara/guide/sign-in");
  expect(servedSpace()).toBeNull();
});

test("AUT-27 below a path of its own that path names the space, whichever page is shown", () => {
  document.head.innerHTML = '<meta name="base-path" content="/spaces/mara/guide/">';
  for (const page of ["", "/sign-in", "/dataset/1/settings"]) {
    window.history.replaceState(null, "", `/spaces/mara/guide${page}`);
    expect(servedSpace()).toEqual({ user: "mara", space: "guide" });
  }
  document.head.innerHTML = '<meta name="base-path" content="/postil/">';
  expect(servedSpace()).toBeNull();
});
