import { fireEvent, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import type { Command } from "../../../lib/commands/command.ts";
import { CommandsProvider } from "../../../lib/commands/commands-provider.tsx";
import { ActionBar } from "./action-bar.tsx";

const ALL = { submit: true, saveDraft: true, discard: true, clear: true };

function show(more: Partial<Omit<ComponentProps<typeof ActionBar>, "commands" | "guidelines">> = {}) {
  const ran: string[] = [];
  const command = (label: string): Command => ({ id: label, label, run: () => ran.push(label) });
  const commands = {
    submit: command("Submit"),
    draft: command("Save draft"),
    discard: command("Discard"),
    clear: command("Clear all answers"),
  };
  const guidelines = command("Guidelines");
  render(
    <CommandsProvider>
      <ActionBar
        commands={commands}
        guidelines={guidelines}
        may={ALL}
        status="pending"
        saving={false}
        whyNot=""
        {...more}
      />
    </CommandsProvider>,
  );
  return ran;
}

const button = (name: string) => screen.queryByRole("button", { name });

test("FRS-12 each action is a button that runs its command, and rests where it is not available", () => {
  const ran = show({ may: { ...ALL, clear: false } });
  for (const name of ["Submit", "Save draft", "Discard"]) fireEvent.click(screen.getByRole("button", { name }));
  expect(ran).toEqual(["Submit", "Save draft", "Discard"]);
  expect(button("Clear")).toHaveProperty("disabled", true);
});

test("FRS-12 a submit that rests says why, and can be pressed all the same", async () => {
  const ran = show({ may: { ...ALL, submit: false }, whyNot: "Still to answer: Tone, Topic" });
  const submit = screen.getByRole("button", { name: "Submit" });
  expect(submit.getAttribute("aria-disabled")).toBe("true");
  fireEvent.pointerOver(submit);
  expect((await screen.findByRole("tooltip")).textContent).toBe("Still to answer: Tone, Topic");
  fireEvent.click(submit);
  expect(ran).toEqual(["Submit"]);
});

test("FRS-12 a discarded record offers no discard", () => {
  show({ status: "discarded" });
  expect(button("Discard")).toBeNull();
});

test("FRS-01 the line above the actions shows the status, thicker while it is being saved", () => {
  show({ status: "submitted", saving: true });
  expect(screen.getByRole("group").style.getPropertyValue("--status-line")).toBe("0 -4px 0 var(--submitted)");
});
