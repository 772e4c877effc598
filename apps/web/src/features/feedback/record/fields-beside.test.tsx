import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { CommandsProvider, useCommandRegistry } from "../../../lib/commands/commands-provider.tsx";
import { getPreferences, setPreference } from "../../../lib/preferences/store.ts";
import { useFieldsBesideCommand } from "../page/focus-view.tsx";
import { aField, aFeedbackRecord as aRecord } from "./record.fixture.ts";
import { RecordBody } from "./record-body.tsx";

const record = aRecord({ fields: { one: "Ein Satz", other: "جملة", third: "x" } });
const two = [aField("one"), aField("other")];

beforeEach(() => setPreference("fieldsBeside", {}));

const body = () => screen.getByRole("region", { name: "Text of the record" });

test("FEN-27 two fields stand side by side where the reader wants it for the dataset, in columns of their own direction", () => {
  const { rerender } = render(<RecordBody record={record} fields={two} properties={[]} />);
  expect(body().className).not.toContain("grid-cols-2");
  setPreference("fieldsBeside", { d: true });
  rerender(<RecordBody record={{ ...record }} fields={two} properties={[]} />);
  expect(body().className).toContain("roomy:grid-cols-2");
  expect(screen.getAllByRole("article").map((field) => field.querySelector("[dir]")?.getAttribute("dir"))).toEqual([
    "ltr",
    "rtl",
  ]);
});

test("FEN-27 one field alone, or three, stay one below the other", () => {
  setPreference("fieldsBeside", { d: true });
  const { rerender } = render(
    <RecordBody record={aRecord({ fields: { one: "Ein Satz" } })} fields={two} properties={[]} />,
  );
  expect(body().className).not.toContain("grid-cols-2");
  rerender(<RecordBody record={record} fields={[...two, aField("third")]} properties={[]} />);
  expect(body().className).not.toContain("grid-cols-2");
});

test("FEN-27 the command is there for two fields, may run where there is room, and is remembered for the dataset", () => {
  let registry: ReturnType<typeof useCommandRegistry> | undefined;
  function Offer({ fields }: { fields: number }) {
    registry = useCommandRegistry();
    useFieldsBesideCommand("d", fields);
    return null;
  }
  const page = document.createElement("main");
  page.id = "content";
  document.body.append(page);
  const { rerender } = render(<Offer fields={3} />, { wrapper: CommandsProvider });
  expect(registry?.entries()).toEqual([]);
  rerender(<Offer fields={2} />);
  const [command] = registry?.entries() ?? [];
  if (command === undefined || !("run" in command)) throw new Error("There is no command");
  expect(command.label).toBe("Fields side by side");
  expect(command.mayRun?.()).toBe(false);
  Object.defineProperty(page, "clientWidth", { value: 1200 });
  expect(command.mayRun?.()).toBe(true);
  command.run();
  expect(getPreferences().fieldsBeside).toEqual({ d: true });
  page.remove();
});
