import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Folio, type FolioProps } from "./folio.tsx";

const props: FolioProps = {
  position: 12,
  left: 348,
  queueStatus: "pending",
  response: null,
  status: "pending",
  previous: { enabled: false, run: () => undefined },
  next: { enabled: true, run: () => undefined },
  menu: null,
};

test("FQU-10 the folio says the place in the session and what is left, never x of y", () => {
  render(<Folio {...props} />);
  expect(screen.getByRole("banner", { hidden: true }).textContent).toContain("Record 12this session348 leftin Pending");
  expect(screen.getByRole("button", { name: "Previous record" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "Next record" })).toHaveProperty("disabled", false);
});

test("FQU-24 an answered record that stays in the queue shows its new status, and when it was saved", () => {
  const updatedAt = (Date.now() - 3 * 60_000) * 1000;
  const response = { id: "x", status: "submitted", values: null, updatedAt } as const;
  render(<Folio {...props} left={null} status="submitted" response={response} />);
  expect(screen.getByText("Submitted")).toBeDefined();
  expect(screen.getByText("3 min ago").tagName).toBe("TIME");
  expect(screen.queryByText("348 left")).toBeNull();
});

test("FRS-01 updated stands there only once there is a response", () => {
  render(<Folio {...props} />);
  expect(screen.queryByText(/updated/)).toBeNull();
});
