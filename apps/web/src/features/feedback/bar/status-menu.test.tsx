import { progressOf } from "@postil/domain/queue/progress";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Figures } from "../queue/progress.tsx";
import { StatusMenu } from "./bar.tsx";

test("FQU-06 FPR-05 the menu offers the four queues with the reader's counts, one is chosen", async () => {
  const onStatus = vi.fn();
  const progress = progressOf({ records: 1560, responses: 212, submitted: 184, discarded: 22, draft: 6 });
  render(
    <Figures value={progress}>
      <StatusMenu status="pending" onStatus={onStatus} />
    </Figures>,
  );
  fireEvent.click(screen.getByRole("button", { name: /Pending/ }));
  const items = await screen.findAllByRole("menuitemradio");
  expect(items.map((item) => item.textContent)).toEqual(["Pending1,348", "Draft6", "Submitted184", "Discarded22"]);
  expect(items.map((item) => item.getAttribute("aria-checked"))).toEqual(["true", "false", "false", "false"]);
  fireEvent.click(screen.getByRole("menuitemradio", { name: /Draft/ }));
  expect(onStatus).toHaveBeenCalledExactlyOnceWith("draft");
});
