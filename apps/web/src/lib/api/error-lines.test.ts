import i18next from "i18next";
import { expect, test } from "vitest";
import { ApiFailure, errorMessage } from "./failure.ts";

const linesOf = (status: number | null, body: unknown = null, message = "own message") =>
  errorMessage(new ApiFailure(status, body, message)).lines;
const coded = (code: string, params: unknown) => ({ detail: { code: `argilla.api.errors::${code}`, params } });

test("API-16 API-26 a 400 has one line for each parameter", () => {
  expect(linesOf(400, coded("BadRequestError", { message: "Too many", limit: 5 }))).toEqual([
    "Error message: Too many",
    "Error limit: 5",
  ]);
});

test("API-21 a 400 whose detail is a text shows that text", () => {
  expect(linesOf(400, { detail: "'code' parameter was not found" })).toEqual(["Error: 'code' parameter was not found"]);
});

test("API-17 API-21 a 422 shows its text, or each entry of the list, wherever it stands", () => {
  const entries = [{ loc: ["body"], msg: "field required", type: "x" }, { msg: "too long" }];
  const lines = ["Error: field required", "Error: too long"];
  expect(linesOf(422, { detail: "Not possible" })).toEqual(["Error: Not possible"]);
  expect(linesOf(422, coded("ValidationError", { errors: entries }))).toEqual(lines);
  expect(linesOf(422, { detail: entries })).toEqual(lines);
});

test("API-22 an empty 422 says Unknown", () => {
  expect(linesOf(422, { detail: [] })).toEqual(["Error: Unknown"]);
  expect(linesOf(422)).toEqual(["Error: Unknown"]);
});

test("API-18 a 404 is a warning with its detail, every other status an error", () => {
  const missing = errorMessage(new ApiFailure(404, { detail: "Dataset with id `1` not found" }, ""));
  expect(missing).toEqual({ type: "warning", lines: ["Warning: Dataset with id `1` not found"] });
  for (const status of [400, 401, 403, 422, 500, null]) {
    expect(errorMessage(new ApiFailure(status, null, "")).type).toBe("error");
  }
});

test("API-20 API-21 another status shows the detail, else the first of params.detail, params.message and code, else the message", () => {
  expect(linesOf(409, { detail: "Name is taken" })).toEqual(["Error: Name is taken"]);
  expect(linesOf(403, coded("Forbidden", { detail: "Operation not allowed", message: "m" }))).toEqual([
    "Error: Operation not allowed",
  ]);
  expect(linesOf(500, coded("GenericServerError", { message: "m" }))).toEqual(["Error: m"]);
  expect(linesOf(500, coded("GenericServerError", {}))).toEqual(["Error: argilla.api.errors::GenericServerError"]);
  expect(linesOf(502, null, "Bad Gateway")).toEqual(["Error: Bad Gateway"]);
  expect(linesOf(404, coded("EntityNotFoundError", { name: "x" }))).toEqual([
    "Warning: argilla.api.errors::EntityNotFoundError",
  ]);
});

test("API-21 without any reply it is the error's own message", () => {
  expect(linesOf(null, null, "Failed to fetch")).toEqual(["Error: Failed to fetch"]);
});

test("API-19 API-23 a 401 shows errors.{code}, else errors.401", () => {
  const fallback = "Your credentials could not be checked. Sign in again.";
  const body = coded("UnauthorizedError", { detail: "x" });
  expect(linesOf(401, body)).toEqual([fallback]);
  expect(linesOf(401)).toEqual([fallback]);
  i18next.addResource("en", "translation", "errors.argilla.api.errors::UnauthorizedError", "Who are you?");
  expect(linesOf(401, body)).toEqual(["Who are you?"]);
});
