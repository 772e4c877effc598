import { beforeEach, expect, test } from "vitest";
import { createDatasetAccess } from "./lost-datasets.ts";

let asked: string[];
let status: number | null;
beforeEach(() => {
  asked = [];
  status = 200;
});

function open() {
  return createDatasetAccess(async (datasetId) => {
    asked.push(datasetId);
    return status;
  });
}

test("ROL-14 a refused call about an open dataset asks for the dataset itself, once however many calls are refused", async () => {
  const access = open();
  access.follow("d1");
  access.opened("d1");
  expect(await access.isLost("d1")).toBe(false);
  status = 404;
  expect(await Promise.all([access.isLost("d1"), access.isLost("d1")])).toEqual([true, true]);
  expect(await access.isLost("d1")).toBe(true);
  expect(asked).toEqual(["d1", "d1"]);
  expect(access.lossOf("d1")).toBe("deleted");
});

test("ROL-14 a dataset that refuses its reader is lost to them, one whose server fails or is silent is not", async () => {
  const access = open();
  access.follow("d1");
  access.opened("d1");
  for (status of [500, null]) expect(await access.isLost("d1")).toBe(false);
  status = 403;
  expect(await access.isLost("d1")).toBe(true);
  expect(access.lossOf("d1")).toBe("refused");
});

test("ROL-14 about a dataset that no page works in nothing is asked, and coming back to one begins anew", async () => {
  const access = open();
  status = 404;
  expect(await access.isLost("d1")).toBe(false);
  expect(asked).toEqual([]);
  const leave = access.follow("d1");
  access.opened("d1");
  expect(await access.isLost("d1")).toBe(true);
  leave();
  expect(access.lossOf("d1")).toBeNull();
});

test.each([403, 404, 422])(
  "ROL-14 of a dataset that answers %i when it is opened its page says so, of nothing else",
  async (refusal) => {
    const access = open();
    status = refusal;
    const leave = access.follow("d1");
    expect(await access.isLost("d1", refusal)).toBe(true);
    expect(await access.isLost("d1", 500)).toBe(false);
    expect(access.lossOf("d1")).toBeNull();
    leave();
    // This response comes after the page has closed.
    expect(await access.isLost("d1", refusal)).toBe(true);
    expect(asked).toEqual(["d1"]);
  },
);

test("FFI-14 a refusal about a dataset that is open is no doubt about the dataset", async () => {
  const access = open();
  access.follow("d1");
  access.opened("d1");
  expect(await access.isLost("d1", 422)).toBe(false);
  expect(asked).toEqual([]);
});
