import { expect, test } from "vitest";
import { Interrupted } from "../storage/failure.ts";
import { Busy, replyToError, tellsBusy } from "./errors.ts";

test("IMP-05 API-31 a reply tells whether the call was refused before anything was done", () => {
  const isBusy = (error: Error) => {
    const { status, body } = replyToError(error, false, "request-1");
    return [status, tellsBusy(status, JSON.stringify(body))];
  };
  expect(isBusy(new Busy(5))).toEqual([503, true]);
  // A write may have been done before its reply was interrupted.
  expect(isBusy(new Interrupted())).toEqual([503, false]);
});
