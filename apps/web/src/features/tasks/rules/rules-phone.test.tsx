import "../../../lib/i18n/en/task-parts.ts";
import { screen } from "@testing-library/react";
import { t } from "i18next";
import { expect, test, vi } from "vitest";

/** The rules screen as narrow as a phone's. */

vi.hoisted(() => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: media.includes("max-width") }) as MediaQueryList;
});
const { showRules } = await import("./rules.fixture.tsx");

test("RUL-24 on a phone the prompt leads to the icon that the query stands behind, by its name", async () => {
  showRules();
  const prompt = await screen.findByText(/to start a rule/);
  expect(prompt.textContent).toContain(`“${t("words.search")}” in the header`);
  expect(prompt.textContent).not.toContain("above");
});

test("RUL-24 on a phone the query of the rule stands above its labels", async () => {
  showRules({ query: "bin" });
  expect(await screen.findByText("bin", { selector: "p" })).toBeTruthy();
  expect(screen.queryByText(/to start a rule/)).toBeNull();
});
