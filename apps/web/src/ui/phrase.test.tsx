import "../lib/i18n/en/drawers.ts";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Phrase } from "./phrase.tsx";

const bold = { b: (text: string) => <b>{text}</b> };

test("a text has elements where its tags are, and its plural and numbers as everywhere", () => {
  const { container } = render(<Phrase of="pace.today" values={{ count: 1234 }} parts={bold} />);
  expect(container.innerHTML).toBe("<b>1,234</b> today");
});

test("what a value says is text, also where it looks like a tag", () => {
  const values = { name: "<b>x</b>", workspace: "{{name}}", records: "none", responses: "none" };
  const { container } = render(
    <p>
      <Phrase of="datasetSettings.danger.text" values={values} parts={bold} />
    </p>,
  );
  expect(container.textContent).toContain("This deletes <b>x</b> in the workspace {{name}}: none, none");
  expect([...container.querySelectorAll("b")].map(({ textContent }) => textContent)).toEqual(["<b>x</b>", "{{name}}"]);
});
