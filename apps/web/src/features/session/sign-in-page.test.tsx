import { act, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession } from "../../lib/session/store.ts";
import { LiveRegion } from "../../ui/screen-reader.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import { useProviders } from "./use-providers.ts";
import { codeInHash } from "./use-sign-in-link.ts";

const USER = {
  id: "u1",
  first_name: "Mara",
  full_name: "Mara",
  username: "mara.lind",
  role: "annotator",
  workspaces: [],
  api_key: "key",
  inserted_at: "2026-01-01T00:00:00",
  updated_at: "2026-01-01T00:00:00",
};

let tokenAnswer: () => Response | Promise<Response>;
let providers: () => Response;
let asked: string[];

beforeEach(() => {
  asked = [];
  tokenAnswer = () => Response.json({ access_token: "t", token_type: "bearer" });
  providers = () => Response.json({ items: [] });
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    if (address === "/api/me") return Response.json(USER);
    if (address.endsWith("/providers")) return providers();
    return tokenAnswer();
  });
});
afterEach(() => {
  closeSession("signed-out");
  Object.defineProperty(window, "opener", { value: null, configurable: true });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const username = () => screen.getByLabelText<HTMLInputElement>("Username");
const password = () => screen.getByLabelText<HTMLInputElement>("Password");
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /Sign/ });
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

function show(code: string | null = null) {
  const onSignedIn = vi.fn();
  render(<SignInPage code={code} onSignedIn={onSignedIn} />);
  return onSignedIn;
}

test("AUT-13 the button rests while a field is empty, and while a request runs", async () => {
  let answer = (_: Response) => {};
  tokenAnswer = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const onSignedIn = show();
  expect(button().disabled).toBe(true);
  type(username(), "mara.lind");
  expect(button().disabled).toBe(true);
  type(password(), "secret");
  expect(button().disabled).toBe(false);
  fireEvent.click(button());
  expect(button().disabled).toBe(true);
  expect([username().readOnly, password().readOnly]).toEqual([true, true]);
  answer(Response.json({ access_token: "t", token_type: "bearer" }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  expect(asked).toContain("/api/me");
});

test("AUT-13 the password can be shown and hidden", () => {
  show();
  expect(password().type).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "Show the password" }));
  expect(password().type).toBe("text");
  fireEvent.click(screen.getByRole("button", { name: "Hide the password" }));
  expect(password().type).toBe("password");
});

test("AUT-13 Caps Lock is said while it is on", () => {
  show();
  const press = (on: boolean) =>
    fireEvent(password(), new KeyboardEvent("keydown", { key: "a", bubbles: true, modifierCapsLock: on }));
  press(true);
  expect(screen.getByText("Caps Lock is on")).toBeDefined();
  press(false);
  expect(screen.queryByText("Caps Lock is on")).toBeNull();
});

test("AUT-10 a refused sign-in says so once at the form, keeps the username and selects the password", async () => {
  tokenAnswer = () => Response.json({ detail: "no" }, { status: 401 });
  const onSignedIn = show();
  type(username(), "mara.lind");
  type(password(), "wrong");
  fireEvent.click(button());
  expect(await screen.findByText("That username and password do not match.")).toBeDefined();
  expect(screen.getAllByText(/do not match/)).toHaveLength(1);
  expect(username().value).toBe("mara.lind");
  expect(document.activeElement).toBe(password());
  expect([password().selectionStart, password().selectionEnd]).toEqual([0, 5]);
  expect(onSignedIn).not.toHaveBeenCalled();
});

/** Simulates a page of this origin in a frame that opened the window. `takes`: it accepts messages. */
function openedBy(takes: boolean): unknown[] {
  const told: unknown[] = [];
  const opener = {
    postMessage: (data: unknown, origin: string) => {
      told.push(data, origin);
      const answer = { data: { postil: "taken" }, origin: window.location.origin };
      const event = Object.defineProperty(new MessageEvent("message", answer), "source", { value: opener });
      if (takes) queueMicrotask(() => window.dispatchEvent(event));
    },
  };
  Object.defineProperty(window, "opener", { value: opener, configurable: true });
  return told;
}

test.each([true, false])(
  "AUT-23 with a password, too, a window that a framed page opened hands the session over and closes (taken: %s)",
  async (takes) => {
    const close = vi.spyOn(window, "close").mockReturnValue(undefined);
    const told = openedBy(takes);
    const onSignedIn = show();
    type(username(), "mara.lind");
    type(password(), "secret");
    fireEvent.click(button());
    const ended = () => expect(takes ? close : onSignedIn).toHaveBeenCalledTimes(1);
    await waitFor(ended);
    expect(told).toEqual([{ postil: "signed-in", token: "t", provider: null }, window.location.origin]);
    expect([close.mock.calls.length, onSignedIn.mock.calls.length]).toEqual(takes ? [1, 0] : [0, 1]);
    expect(localStorage.getItem("auth.token")).toBe(takes ? null : "t");
  },
);

test("AUT-14 who is deactivated and gives the right password reads why they are not let in", async () => {
  const detail = "This account is deactivated; an owner can let you in again.";
  const code = "argilla.api.errors::ForbiddenOperationError";
  tokenAnswer = () => Response.json({ detail: { code, params: { detail } } }, { status: 403 });
  show();
  type(username(), "mara.lind");
  type(password(), "right");
  fireEvent.click(button());
  expect(await screen.findByText(new RegExp(detail))).toBeDefined();
  expect(screen.queryByText(/do not match/)).toBeNull();
});

test("AUT-10 another failure is said in its own words", async () => {
  tokenAnswer = () => Response.json({ detail: "Too many failed sign-ins" }, { status: 429 });
  show();
  type(username(), "mara.lind");
  type(password(), "wrong");
  fireEvent.click(button());
  expect(await screen.findByText("Error: Too many failed sign-ins")).toBeDefined();
});

test("AUT-11 a session that ended by itself is said above the form, and why, by the page's one live region too", async () => {
  const spoken = () => document.querySelector("[data-live-region]")?.textContent;
  render(<LiveRegion />);
  closeSession("ended");
  show();
  expect(screen.getAllByText(/^Your session has ended/)).toHaveLength(2);
  expect(spoken()).toMatch(/^Your session has ended/);
  act(() => closeSession("ended", "owner"));
  await waitFor(() => expect(spoken()).toMatch(/^An owner has signed you out\./));
});

test("AUT-11 ERR-11 where the browser keeps nothing, what was not saved is not said to be kept on the device", async () => {
  const length = vi.spyOn(Storage.prototype, "length", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  closeSession("ended");
  show();
  const lasts = "work that was not saved yet lasts as long as this page.";
  expect(screen.getByText(`Your session has ended. Sign in to go on; ${lasts}`)).toBeDefined();
  act(() => closeSession("ended", "owner"));
  expect(await screen.findByText(new RegExp(`signed you out\\..*${lasts}$`))).toBeDefined();
  act(() => closeSession("ended", "deleted"));
  expect(await screen.findByText(/ Work that was not saved yet lasts as long as this page\.$/)).toBeDefined();
  length.mockRestore();
});

test("AUT-13 AUT-15 AUT-18 one button per provider leads to its sign-in with the current query", async () => {
  window.history.replaceState(null, "", "/sign-in?redirect=%2Fdatasets");
  providers = () => Response.json({ items: [{ name: "github" }, { name: "huggingface", title: "Hugging Face" }] });
  show();
  const github = await screen.findByRole("link", { name: "Continue with github" });
  expect(github.getAttribute("href")).toBe("/api/v1/oauth2/providers/github/authentication?redirect=%2Fdatasets");
  const platform = screen.getByRole("link", { name: "Continue with Hugging Face" });
  expect(platform.querySelector("svg")?.innerHTML).not.toBe(github.querySelector("svg")?.innerHTML);
  window.history.replaceState(null, "", "/");
});

test("PRD-08 AUT-18 a flag marks the provider that stands for the hosted platform, which has that name alone", async () => {
  providers = () => Response.json({ items: [{ name: "huggingface", title: "Hub" }, { name: "hugging-face" }] });
  const { result } = renderHook(() => useProviders());
  await waitFor(() => expect(result.current).toHaveLength(2));
  expect(result.current).toMatchObject([
    { name: "huggingface", title: "Hub", isPlatform: true },
    { name: "hugging-face", isPlatform: false },
  ]);
});

test("AUT-16 AUT-17 without a list of providers there are no buttons and no message", async () => {
  const logged = vi.spyOn(console, "warn").mockReturnValue(undefined);
  providers = () => Response.json({ detail: "down" }, { status: 500 });
  show();
  await waitFor(() => expect(logged).toHaveBeenCalled());
  expect(logged.mock.calls[0]?.[0]).toMatchObject({ response: "ERROR_FETCHING_OAUTH_PROVIDERS" });
  expect(screen.queryByText("or")).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});

test("PRD-08 a one-time link signs in at once", async () => {
  const onSignedIn = show("a".repeat(43));
  expect(screen.queryByLabelText("Username")).toBeNull();
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  expect(asked.filter((address) => address === "/api/postil/v1/sign-in-links")).toHaveLength(1);
});

test("PRD-08 a link that is used up leaves the form, with a line saying so", async () => {
  vi.spyOn(console, "warn").mockReturnValue(undefined);
  tokenAnswer = () => Response.json({ detail: "no" }, { status: 401 });
  show("a".repeat(43));
  expect(await screen.findByText(/sign-in link is used up or not known/)).toBeDefined();
  expect(username()).toBeDefined();
});

test("PRD-08 the code of a link is the hash of the address", () => {
  expect(codeInHash(`#${"aB-_9".repeat(8)}`)).toBe("aB-_9".repeat(8));
  expect([codeInHash(""), codeInHash("#"), codeInHash("#top"), codeInHash("#a=b")]).toEqual([null, null, null, null]);
});

/** As the server writes it into the entry document. */
function byProviderOnly(): () => void {
  const meta = document.head.appendChild(document.createElement("meta"));
  meta.name = "sign-in";
  meta.content = "provider";
  return () => meta.remove();
}

test("COM-01 where people sign in by providers only there is no form, and one that is missing is told of", async () => {
  const end = byProviderOnly();
  providers = () => Response.json({ items: [{ name: "museum", title: "the museum" }] });
  const { unmount } = render(<SignInPage code={null} onSignedIn={vi.fn()} />);
  expect(await screen.findByRole("link", { name: "Continue with the museum" })).toBeDefined();
  expect(screen.queryByLabelText("Password")).toBeNull();
  unmount();
  // Whoever signs out keeps no list of providers.
  closeSession("signed-out");
  providers = () => Response.json({ items: [] });
  show();
  expect(await screen.findByText(/none works now/)).toBeDefined();
  end();
});

test("COM-11 a session that reached its longest time leads to the provider of the last sign-in at once, and back; another end does not", async () => {
  providers = () => Response.json({ items: [{ name: "museum" }, { name: "github" }] });
  localStorage.setItem("postil:last-provider", JSON.stringify({ name: "museum" }));

  const written = vi.spyOn(Storage.prototype, "setItem");
  window.history.replaceState(null, "", "/sign-in?redirect=%2Fdatasets");
  closeSession("ended", "owner");
  const { unmount } = render(<SignInPage code={null} onSignedIn={vi.fn()} />);
  await screen.findByRole("link", { name: /museum/ });
  expect(screen.queryByText("Asking your provider…")).toBeNull();
  unmount();
  closeSession("ended", "recheck");
  show();
  expect(await screen.findByText("Asking your provider…")).toBeDefined();
  await waitFor(() => expect(written).toHaveBeenCalledWith("postil:return-address", "%2Fdatasets"));
  window.history.replaceState(null, "", "/");
});
