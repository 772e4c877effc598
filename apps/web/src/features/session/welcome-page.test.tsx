import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../lib/api/api.ts";
import { WelcomePage } from "./welcome-page.tsx";

const space = { user: "mara", space: "field-guide" };

function show(providers: readonly string[]) {
  vi.stubGlobal("fetch", async () => Response.json({ items: providers.map((name) => ({ name })) }));
  const onNoProvider = vi.fn();
  render(
    <WelcomePage
      space={space}
      back={undefined}
      formLink={<a href="/sign-in" />}
      onNoProvider={onNoProvider}
      onSignedIn={vi.fn()}
    />,
  );
  return onNoProvider;
}

afterEach(() => {
  // The client caches the list of providers for 240 s.
  api.clearCache();
  vi.unstubAllGlobals();
});

test("AUT-25 the welcome page names Postil, space and user, and offers nothing but the platform's sign-in and the form", async () => {
  const onNoProvider = show(["github", "huggingface"]);
  const platform = await screen.findByRole("link", { name: "Sign in with Hugging Face" });
  expect(platform.getAttribute("href")).toContain("/api/v1/oauth2/providers/huggingface/authentication");
  expect(screen.getByText("Postil")).toBeDefined();
  expect(screen.getByRole("heading", { name: "field-guide" })).toBeDefined();
  expect(screen.getAllByRole("link")).toHaveLength(2);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText(/^A space by/).textContent).toMatch(/^A space by mara, where people/);
  expect(screen.getByRole("link", { name: "Sign in with a username" }).getAttribute("href")).toBe("/sign-in");
  expect(screen.queryByText(/github/)).toBeNull();
  expect(onNoProvider).not.toHaveBeenCalled();
});

test("AUT-25 without the platform's provider the page sends the user on to the form by itself", async () => {
  const onNoProvider = show(["github"]);
  await waitFor(() => expect(onNoProvider).toHaveBeenCalledTimes(1));
});
