import { shownOf, textRecord } from "@postil/domain/tasks/shown-record.fixture";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { AroundPage, openTab } from "../../../lib/drafts/tab.fixture.tsx";
import { createServer } from "../../../lib/outbox/browser.fixture.ts";
import { renderOnPage } from "../record/task-page.fixture.tsx";
import type { TaskKind } from "../task-kind.ts";
import { RecordList } from "./record-list.tsx";

const nothing = () => undefined;
const PLACE = { detail: 1, clientX: 200, clientY: 100 };

/** A list of one record with one label; returns its press by a pointer, and the label's calls. */
function openList() {
  const onLabel = vi.fn();
  const Annotate = () => (
    <button type="button" onClick={onLabel}>
      Politics
    </button>
  );
  const kind: TaskKind = { Annotate, Explore: () => null };
  const record = textRecord();
  const handlers = { setCursor: nothing, toggle: nothing, range: nothing };
  renderOnPage(
    [record],
    <AroundPage tab={openTab(createServer().api)}>
      <RecordList
        ref={{ current: null }}
        records={[shownOf(record)]}
        kind={kind}
        chosen={new Set()}
        cursor={null}
        handlers={handlers}
        onFocusIn={nothing}
      />
      <button type="button">Validate all pending</button>
    </AroundPage>,
  );
  const press = (name: string) => {
    const button = screen.getByRole("button", { name });
    fireEvent.pointerDown(button, PLACE);
    fireEvent.click(button, PLACE);
  };
  return { press, onLabel };
}

test("TST-22 the second press of a double click presses no button of the list", () => {
  const { press, onLabel } = openList();
  press("Politics");
  press("Politics");
  expect(onLabel).toHaveBeenCalledTimes(1);
});

test("TST-22 after a press elsewhere the label at the same place is pressed again", () => {
  const { press, onLabel } = openList();
  press("Politics");
  press("Validate all pending");
  press("Politics");
  expect(onLabel).toHaveBeenCalledTimes(2);
});

test("TST-22 after a key the label at the same place is pressed again", () => {
  const { press, onLabel } = openList();
  press("Politics");
  fireEvent.keyDown(document.body, { key: "ArrowLeft" });
  press("Politics");
  expect(onLabel).toHaveBeenCalledTimes(2);
});
