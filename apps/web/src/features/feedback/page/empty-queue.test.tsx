import { progressOf } from "@postil/domain/queue/progress";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Figures } from "../queue/progress.tsx";
import { EmptyQueue } from "./without-record.tsx";

test("FQU-16 an empty queue says so and leads to the queues that are not", () => {
  const onStatus = vi.fn();
  const progress = progressOf({ records: 560, responses: 560, submitted: 538, discarded: 22, draft: 0 });
  render(
    <Figures value={progress}>
      <EmptyQueue status="pending" onStatus={onStatus} />
    </Figures>,
  );
  expect(screen.getByRole("heading", { name: "Nothing pending." })).toBeDefined();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Submitted538 records",
    "Discarded22 records",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "22 records" }));
  expect(onStatus).toHaveBeenCalledWith("discarded");
});
