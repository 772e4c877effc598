import { expect, test, vi } from "vitest";
import { Interrupted } from "../storage/failure.ts";
import { FileFailure } from "./readers.ts";
import { endOf, type ImportMeans, takeBackAtLast, type Upload } from "./upload.ts";

/** What an import says of its end where its server was away from the database. */

const means = (whatIsLost: ImportMeans["whatIsLost"]): ImportMeans => ({
  call: async () => ({ status: 200, text: "", isBusy: false }),
  takeBack: async () => {},
  whatIsLost,
  over: () => {},
});
const DATASET = means(async () => "dataset");
const AWAY = means(async () => {
  throw new Interrupted();
});
const end = (failure: FileFailure, by: ImportMeans, wasAway: boolean, adding: object | null = null) =>
  endOf(failure, by, { adding } as Upload, wasAway); // it looks at nothing else of the upload
const gone = new FileFailure("Dataset with id `x` not found", 404);

test("PGS-94 an import that another server took back, because its own was away, does not say that somebody deleted its dataset", async () => {
  const removed = "What was stored is removed: import the file again.";
  const detail = `The server stood still, or was cut off from its database, for a while. ${removed}`;
  expect(await end(gone, DATASET, true)).toEqual({ state: "failed", detail });
  // Who may do what cannot be asked, so nothing is said of it.
  const unknown = `The database could not carry out a part of the import. ${removed}`;
  expect(await end(gone, AWAY, false)).toEqual({ state: "failed", detail: unknown });
  expect(await end(gone, DATASET, false)).toEqual({
    state: "stopped",
    detail: "The dataset was deleted while it was filled.",
  });
});

test("PGS-94 a call that the database did not carry out ends an import, and the end is said of the import and not of the call", async () => {
  const failure = new FileFailure("The server's store cannot be reached. Nothing of this was saved. Try again.", 503);
  const { detail } = await end(failure, DATASET, false);
  expect(detail).toMatch(/What was stored is removed: import the file again\.$/);
  const added = await end(failure, DATASET, true, {});
  expect(added.detail).toMatch(/What was added before stays: add the file again for the rest\.$/);
  for (const told of [detail, added.detail]) expect(told).not.toContain("Nothing of this was saved");
});

test("PGS-94 what an import has stored is taken back once the database can be reached, if the server does not end before", async () => {
  const takeBack = vi.fn(async () => {
    if (takeBack.mock.calls.length < 4) throw new Interrupted();
  });
  await takeBackAtLast({ takeBack }, "i", new AbortController().signal, 1);
  expect(takeBack).toHaveBeenCalledTimes(4);
  const never = vi.fn(async () => {
    throw new Interrupted();
  });
  const ends = new AbortController();
  const tried = takeBackAtLast({ takeBack: never }, "i", ends.signal, 3_600_000);
  await vi.waitFor(() => expect(never).toHaveBeenCalledTimes(1));
  ends.abort();
  await expect(tried).rejects.toThrow(Interrupted);
  expect(never).toHaveBeenCalledTimes(2);
});
