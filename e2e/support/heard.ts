import type { Page } from "@playwright/test";

/** A text that a screen reader says by itself: `assertive` at once, `polite` after the current text. */
export type Heard = { readonly how: "assertive" | "polite"; readonly text: string };

/**
 * Listens as a screen reader does. It hears changes in a live region that was there before, and alerts that appear with their
 * text. It hears nothing from another live region that appears with its text, as in some screen readers. Call it before the
 * page opens.
 */
export async function listen(page: Page): Promise<{ readonly said: () => Promise<readonly Heard[]> }> {
  await page.addInitScript(() => {
    const LIVE = "[role=alert], [role=status], [role=log], [aria-live=polite], [aria-live=assertive]";
    const heard: Heard[] = [];
    const last = new WeakMap<Element, string>();
    Object.assign(window, { heard });
    const wordsOf = (region: Element): string => {
      const copy = region.cloneNode(true) as Element; // The copy of an element is one.
      for (const silent of copy.querySelectorAll("[aria-hidden=true], [hidden]")) silent.remove();
      return (copy.textContent ?? "").replaceAll(/\s+/g, " ").trim();
    };
    const say = (region: Element, text: string) => {
      const isSilent = region.getAttribute("aria-busy") === "true" || region.closest("[aria-hidden=true]") !== null;
      if (isSilent || last.get(region) === text) return;
      last.set(region, text);
      const assertive = region.matches("[role=alert], [aria-live=assertive]");
      if (text !== "") heard.push({ how: assertive ? "assertive" : "polite", text });
    };
    /** Handles a new element: says its alerts, and only remembers the text of its other live regions. */
    const meet = (come: Element) => {
      for (const alert of [come, ...come.querySelectorAll("*")])
        if (alert.matches("[role=alert]")) say(alert, wordsOf(alert));
      for (const region of come.querySelectorAll(LIVE)) last.set(region, wordsOf(region));
    };
    const regionOf = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest(LIVE);
    const change = (target: Node, come: readonly Element[]) => {
      const region = regionOf(target);
      if (!region?.isConnected || come.some((element) => element.contains(region))) return;
      // If the region is not atomic, only the new parts are heard.
      const parts =
        region.getAttribute("aria-atomic") === "false" && come.filter((part) => part.parentElement === region);
      if (parts === false) say(region, wordsOf(region));
      else for (const part of parts) say(region, wordsOf(part));
    };
    const onChange = (changes: readonly MutationRecord[]) => {
      const come = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
      for (const element of come) if (element.isConnected) meet(element);
      for (const { target } of changes) change(target, come);
    };
    new MutationObserver(onChange).observe(document, { childList: true, characterData: true, subtree: true });
  });
  // Set by the script above.
  const heard = () => page.evaluate(() => [...(window as unknown as { heard: readonly Heard[] }).heard]);
  // Leaves "Loading" out: it is only said when loading is slow, and that depends on the machine.
  return { said: async () => (await heard()).filter(({ text }) => !text.startsWith("Loading")) };
}
