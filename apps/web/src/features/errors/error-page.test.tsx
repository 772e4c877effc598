import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiFailure, PageError } from "../../lib/api/failure.ts";
import { describeError, ErrorPage, notFound } from "./error-page.tsx";

test.each([
  { status: 404, message: "This page could not be found" },
  { status: 403, message: "Not allowed" },
  { status: 500, message: "Unknown middleware" },
])("ERR-01 ERR-02 the page for $status shows code, message, both texts and the way home", ({ status, message }) => {
  render(<ErrorPage status={status} message={message} requestId={null} />);
  const heading = screen.getByRole("heading", { name: "Something went wrong." });
  const parts = [String(status), message, "We can't seem to find the page you are looking for"].map((text) =>
    screen.getByText(text),
  );
  for (const part of parts) {
    expect(heading.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  }
  expect(screen.getByRole("link", { name: "Back to home page" }).getAttribute("href")).toBe("/");
});

test("ERR-02 a retry button is offered from 500 on", () => {
  const onRetry = vi.fn();
  const { unmount } = render(<ErrorPage status={404} message="" requestId={null} onRetry={onRetry} />);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  unmount();
  render(<ErrorPage status={502} message="" requestId={null} onRetry={onRetry} />);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test("ERR-02 the details to copy hold code, route, time and request, and no address parameters", async () => {
  window.history.replaceState(null, "", "/dataset/5f0c/annotation-mode?search=secret");
  const writeText = vi.fn((_text: string) => Promise.resolve());
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  render(<ErrorPage status={500} message="Down" requestId="b81e-44d0" />);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy details" })));
  const copied = writeText.mock.calls[0]?.[0] ?? "";
  expect(copied).toMatch(/^Code: 500\nRoute: \/dataset\/5f0c\/annotation-mode\nTime: \d{4}-.*Z\nRequest: b81e-44d0$/);
  vi.unstubAllGlobals();
});

test("ERR-03 an unknown route is a 404 with its text", () => {
  expect(notFound()).toEqual({ status: 404, message: "This page could not be found", requestId: null });
});

test("ERR-15 a fault in the browser is no 500 and no missing page: it says what failed, and can be tried again", () => {
  const onRetry = vi.fn();
  for (const thrown of [
    new TypeError("x is undefined"),
    new DOMException("not a child", "NotFoundError"),
    new Error("There is no provider around this part of the page"),
  ]) {
    const { unmount } = render(<ErrorPage {...describeError(thrown)} onRetry={onRetry} />);
    expect(
      screen.getByText("This page failed in your browser. The server has everything you have sent."),
    ).toBeDefined();
    expect(screen.queryByText("500")).toBeNull();
    expect(screen.queryByText(/find the page/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    unmount();
  }
  expect(onRetry).toHaveBeenCalledTimes(3);
});

test("ERR-04 an error is shown with its own status, 500 by default", () => {
  expect(describeError(new PageError(403, "Not allowed"))).toEqual({
    status: 403,
    message: "Not allowed",
    requestId: null,
  });
  const silent = new ApiFailure(null, null, "no reply");
  expect(describeError(silent)).toEqual({ status: 500, message: "no reply", requestId: null });
  expect(describeError(Object.assign(new Error("gone"), { status: 410, requestId: "r1" }))).toMatchObject({
    status: 410,
    requestId: "r1",
  });
  for (const thrown of [null, undefined, 7, { status: "404" }, { status: 0 }])
    expect(describeError(thrown).status).toBe(500);
});
