import { AUDIT_NAMES } from "@postil/domain/accounts/audit";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AuditBar } from "./audit-bar.tsx";
import { EVERYTHING } from "./audit-criteria.ts";

async function open(names: number) {
  const people = Array.from({ length: names }, (_, at) => ({ username: `n${at}`, name: `Name ${at}`, count: 1 }));
  const counts = { found: names, total: names, groups: [], people };
  render(<AuditBar criteria={EVERYTHING} onChange={() => undefined} counts={counts} />);
  fireEvent.click(screen.getByRole("button", { name: /Person/ }));
  await screen.findByText("Name 0");
}

test("AUT-14 a list of names that may go on says so, and how any is found", async () => {
  await open(AUDIT_NAMES);
  expect(screen.getByText("These are 500 names, there may be more. The search beside finds any.")).toBeDefined();
});

test("AUT-14 a list of all names says nothing of others", async () => {
  await open(2);
  expect(screen.queryByText(/may be more/)).toBeNull();
});
