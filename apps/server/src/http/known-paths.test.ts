import { expect, test } from "vitest";
import { createKnownPaths } from "./paths.ts";

test("API-31 paths of the table are known whatever their parameters, others are not", () => {
  const isKnown = createKnownPaths(["/api/me", "/api/v1/datasets/:dataset_id/fields", "/api/_info"]);
  for (const path of ["/api/me", "/api/v1/datasets/1/fields", "/api/v1/datasets/%2F/fields"])
    expect(isKnown(path), path).toBe(true);
  for (const path of [
    "/api",
    "/api/me/",
    "/api/met",
    "/api/v1/datasets/fields",
    "/api/v1/datasets/a/b/fields",
    "/api/xinfo",
  ])
    expect(isKnown(path), path).toBe(false);
});
