import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { RecordHead, type RecordHeadProps } from "./record-sheet.tsx";

const props: RecordHeadProps = {
  position: 12,
  left: 348,
  queueStatus: "pending",
  similar: null,
  response: null,
  status: "pending",
  previous: { enabled: false, run: () => undefined },
  next: { enabled: true, run: () => undefined },
  menu: null,
};

test("FQU-10 the head says the place in the session and what is left, never x of y", () => {
  render(<RecordHead {...props} />);
  expect(screen.getByRole("banner", { hidden: true }).textContent).toContain("Record 12this session348 leftin Pending");
  expect(screen.getByRole("button", { name: "Previous record" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "Next record" })).toHaveProperty("disabled", false);
});

test("FQU-24 an answered record that stays in the queue shows its new status, and when it was saved", () => {
  const updatedAt = (Date.now() - 3 * 60_000) * 1000;
  const response = { id: "x", status: "submitted", values: null, updatedAt } as const;
  render(<RecordHead {...props} left={null} status="submitted" response={response} />);
  expect(screen.getByText("Submitted")).toBeDefined();
  expect(screen.getByText("3 min ago").tagName).toBe("TIME");
  expect(screen.queryByText("348 left")).toBeNull();
});

test("FRS-01 updated stands there only once there is a response", () => {
  render(<RecordHead {...props} />);
  expect(screen.queryByText(/updated/)).toBeNull();
});

test("FFI-14 FFI-24 among similar records the head says the place among them and how similar this one is", async () => {
  const { rerender } = render(
    <RecordHead {...props} position={7} left={43} similar={{ order: "most", total: 50, score: 0.9138 }} />,
  );
  const head = screen.getByRole("banner", { hidden: true });
  await screen.findByText("7 of 50");
  expect(head.textContent).toContain("7 of 50most similarSimilarity 91.4 %");
  expect(head.textContent).not.toContain("left");
  rerender(<RecordHead {...props} position={1} similar={{ order: "least", total: 1200, score: 1 }} />);
  expect(head.textContent).toContain("1 of 1,200least similarSimilarity 100 %");
});

test("FEN-30 a score that is absent or negative is not printed", async () => {
  for (const score of [null, -0.1]) {
    const { unmount } = render(<RecordHead {...props} similar={{ order: "most", total: 50, score }} />);
    await screen.findByText("12 of 50");
    expect(screen.getByRole("banner", { hidden: true }).textContent).not.toContain("%");
    unmount();
  }
});
