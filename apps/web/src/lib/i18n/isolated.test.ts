import i18next from "i18next";
import { expect, test } from "vitest";
import { isolated } from "./isolate-names.ts";

test("a name that is written from right to left, or turns what follows, does not turn the sentence around it", () => {
  const said = (what: string) => i18next.t("common.copy", { what });
  expect(said("שרה")).toBe("Copy \u2068שרה\u2069");
  expect(said("gro.\u202elive")).toBe("Copy \u2068gro.\u202elive\u2069");
  expect(said("Zoë \u{1f600}")).toBe("Copy Zoë \u{1f600}");
  expect(i18next.t("common.toast.foldedLabel", { count: 3 })).toBe("3 older notifications");
});

test("a name cannot end its own isolation or leave it open, and one that is isolated in it stays so", () => {
  expect(isolated("a\u2069\u202eb")).toBe("\u2068a\u202eb\u2069");
  expect(isolated("a\u2067b")).toBe("\u2068a\u2067b\u2069\u2069");
  const [one, other] = [isolated("שרה"), isolated("דוד")];
  expect(isolated(`${one}, ${other}`)).toBe(`\u2068${one}, ${other}\u2069`);
});
