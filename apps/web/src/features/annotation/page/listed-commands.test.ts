import i18next from "i18next";
import { expect, test } from "vitest";
import { isCommand } from "../../../lib/commands/command.ts";
import { listedCommands } from "./listed-commands.ts";

test("AUT-32 the commands of the annotation page can be listed where it is not, each once, and do nothing there", () => {
  const entries = listedCommands(i18next.t);
  const ids = entries.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const keys = entries.filter(isCommand).map(({ id, shortcuts }) => [id, shortcuts?.[0]?.keys]);
  expect(keys).toEqual(
    expect.arrayContaining([
      ["record.submit", "Enter"],
      ["record.discard", "Backspace"],
      ["record.skip", "S"],
      ["panel.guidelines", "G"],
      ["questions.find", "/"],
      ["record.similar", "M"],
      ["record.flag", "L"],
      ["view.bulk", "B"],
      ["bulk.toggle", "X"],
    ]),
  );
  for (const entry of entries) {
    expect(entry.label).not.toBe("");
    if (isCommand(entry)) expect(() => entry.run()).not.toThrow();
  }
});
