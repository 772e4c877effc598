import { render } from "@testing-library/react";
import { t } from "i18next";
import { expect, test } from "vitest";
import { Dialog } from "./dialog.tsx";
import { Named } from "./named.tsx";

const kept = (container: HTMLElement) =>
  [...container.querySelectorAll("[translate=no]")].map(({ textContent }) => textContent);

test("I18-05 the names in a sentence are marked, its other words and values are not", () => {
  const { container } = render(<Named of={t("datasetSettings.danger.deleted", { name: "ten (2)" })} />);
  expect(container.textContent).toBe("ten (2) has been deleted");
  expect(kept(container)).toEqual(["ten (2)"]);
  const { container: spans } = render(<Named of={t("spans.added", { words: "Carla", label: "Person" })} />);
  expect(kept(spans)).toEqual(["Carla", "Person"]);
});

test("I18-05 a name is marked as a whole word, also in a sentence that another one has taken in", () => {
  const record = t("spans.removed", { words: "add", label: "ed" });
  const { container } = render(<Named of={t("annotation.foot.message.undone", { record })} />);
  expect(container.textContent).toBe(`Undone: ${record}`);
  expect(kept(container)).toEqual(["add", "ed"]);
});

test("I18-05 a text without names is shown as it is, and the title of a dialog has its names marked", () => {
  expect(render(<Named of="ben" />).container.innerHTML).toBe("ben");
  render(
    <Dialog
      onClose={() => undefined}
      title={t("common.copy", { what: t("datasetSettings.danger.deleted", { name: "ben" }) })}
    >
      text
    </Dialog>,
  );
  expect(kept(document.body)).toEqual(["ben"]);
});
