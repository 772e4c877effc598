import "../../../lib/i18n/en/text-classification.ts";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forgetRule, keepRule } from "../../../lib/kept-work/typed-work.ts";
import { closeSession, openSession, recognise } from "../../../lib/session/store.ts";
import { renderOnPage } from "../record/task-page.fixture.tsx";
import { TEXT_CLASSIFICATION } from "./text-classification.tsx";

const RULE = { query: "lamp*", labels: ["Lighting"], description: "" };

beforeEach(() => {
  localStorage.clear();
  openSession("token");
  const names = { username: "mara.lind", firstName: "Mara", lastName: null, apiKey: "", workspaces: [] };
  recognise("token", { id: "u1", role: "annotator", ...names, insertedAt: 0, updatedAt: 0 });
});
afterEach(() => closeSession("signed-out"));

function Header() {
  return <p role="status">{TEXT_CLASSIFICATION.useKept?.() ?? "nothing"}</p>;
}
const says = () => screen.getByRole("status").textContent;

test("RUL-15 ERR-11 the header is told of a rule for the dataset that is being written, until it is saved", () => {
  keepRule("u1", "archive/others", RULE);
  keepRule("u2", "archive/letters", RULE);
  renderOnPage([], <Header />);
  expect(says()).toBe("nothing");
  act(() => keepRule("u1", "archive/letters", RULE));
  expect(says()).toBe("Rule saved on this device only");
  act(() => forgetRule("u1", "archive/letters", "lamp*"));
  expect(says()).toBe("nothing");
});
