import { expect, test } from "vitest";
import { programOf } from "./audit.ts";

test("programs are known by the word that is theirs alone", () => {
  const webkit = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";
  expect(programOf(`${webkit} Chrome/141.0.0.0 Safari/537.36`)).toBe("Chrome");
  expect(programOf(`${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`)).toBe("Edge");
  expect(programOf(`${webkit} Version/18.1 Safari/605.1.15`)).toBe("Safari");
  expect(programOf("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")).toBe("Firefox");
  expect(programOf("python-httpx/0.27.0")).toBe("Python client");
  expect(programOf("nightly-import/2 (me@example.org)")).toBe("nightly-import");
  expect(programOf("")).toBeNull();
});
