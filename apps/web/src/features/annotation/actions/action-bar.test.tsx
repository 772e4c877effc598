import type { Question } from "@postil/domain/entities";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Command } from "../../../lib/commands/command.ts";
import { CommandsProvider } from "../../../lib/commands/commands-provider.tsx";
import { ActionBar, type RecordCommands } from "./action-bar.tsx";

const question = (name: string, title: string): Question => ({
  id: name,
  name,
  title,
  description: null,
  required: true,
  settings: { type: "text", useMarkdown: false },
  datasetId: "d",
  insertedAt: 0,
  updatedAt: 0,
});

function command(label: string, possible = true): Command & { run: ReturnType<typeof vi.fn> } {
  return { id: `record.${label}`, label, mayRun: () => possible, run: vi.fn() };
}

function show(more: Partial<Parameters<typeof ActionBar>[0]> = {}, own: Partial<RecordCommands> = {}) {
  const commands = {
    submit: command("Submit"),
    draft: command("Save draft"),
    discard: command("Discard"),
    clear: command("Clear"),
    ...own,
  };
  const onMissing = vi.fn();
  render(
    <CommandsProvider>
      <ActionBar
        commands={commands}
        status="pending"
        saving={false}
        obstacles={[]}
        unchanged={false}
        disabled={false}
        onGuidelines={() => undefined}
        onMissing={onMissing}
        {...more}
      />
    </CommandsProvider>,
  );
  return { commands, onMissing };
}

const button = (name: string) => screen.queryByRole("button", { name });

test("FRS-12 each action is a button that runs its command where it may", () => {
  const { commands } = show({}, { clear: command("Clear", false) });
  for (const name of ["Submit", "Save draft", "Discard"]) fireEvent.click(screen.getByRole("button", { name }));
  expect(commands.submit.run).toHaveBeenCalledOnce();
  expect(commands.draft.run).toHaveBeenCalledOnce();
  expect(commands.discard.run).toHaveBeenCalledOnce();
  expect(button("Clear")).toHaveProperty("disabled", true);
});

test("FRS-12 a submit that cannot be says what is missing, and pressed all the same leads to the first of it", () => {
  const submit = command("Submit", false);
  const obstacles = [
    { question: question("tone", "Tone"), reason: "missing" },
    { question: question("topic", "Topic"), reason: "missing" },
  ] as const;
  const { onMissing } = show({ obstacles }, { submit });
  const resting = screen.getByRole("button", { name: "Submit" });
  resting.matches = (selector) => selector === ":focus-visible" || Element.prototype.matches.call(resting, selector);
  fireEvent.focus(resting);
  expect(screen.getByRole("tooltip").textContent).toBe("Still to answer: Tone, Topic");
  fireEvent.click(resting);
  expect(submit.run).not.toHaveBeenCalled();
  expect(onMissing).toHaveBeenCalledWith("tone");
});

test("FRS-12 a discarded record offers no discard", () => {
  show({ status: "discarded" });
  expect(button("Discard")).toBeNull();
});

test("FRS-01 the line above the actions shows the status, thicker while it is being saved", () => {
  show({ status: "submitted", saving: true });
  expect(screen.getByRole("group").style.boxShadow).toBe("0 -4px 0 var(--submitted)");
});
