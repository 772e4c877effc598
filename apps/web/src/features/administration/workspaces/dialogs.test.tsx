import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import "../../../lib/i18n/en/administration.ts";
import { NameDialog } from "./dialogs.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

const nothing = () => undefined;
const field = () => screen.getByLabelText("Name");
const type = (name: string) => fireEvent.change(field(), { target: { value: name } });
/** The description of the field. */
const described = () =>
  (field().getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);

test.each([
  { of: "new", workspace: null, submit: "Make the workspace" },
  { of: "other", workspace: { id: "w1", name: "team" }, submit: "Rename" },
])(
  "ROL-12 the $of name that is taken is said at its field until it is changed, and one that cannot be says why",
  async ({ workspace, submit }) => {
    vi.stubGlobal("fetch", async () =>
      Response.json({ detail: "Workspace name `default` is not unique" }, { status: 409 }),
    );
    render(
      <QueryClientProvider client={new QueryClient()}>
        <NameDialog workspace={workspace} onChanged={nothing} onClose={nothing} />
      </QueryClientProvider>,
    );
    type("default");
    fireEvent.click(screen.getByRole("button", { name: submit }));
    await screen.findByText("Workspace name “default” is not unique");
    expect(described()).toContain("Workspace name “default” is not unique");
    type("Te am ü");
    expect(screen.queryByText(/not unique/)).toBeNull();
    expect(described()).toEqual([
      "“Te am ü” cannot be a name: it takes small letters, digits, - and _ alone, and begins with a letter or a digit.",
    ]);
    type("good-name");
    expect(screen.queryByText(/not unique|cannot be a name/)).toBeNull();
    expect(screen.getByRole("button", { name: submit })).not.toHaveProperty("disabled", true);
  },
);
