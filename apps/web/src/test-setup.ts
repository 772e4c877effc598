import { ReadableStream } from "node:stream/web";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach } from "vitest";
import "./lib/api/manager-routes.ts";
import "./lib/api/member-routes.ts";
import { startTranslations } from "./lib/i18n/start.ts";

// jsdom has no media queries; every one of them answers "no".
window.matchMedia ??= (media: string) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
// Nothing has a size in jsdom, so no size ever changes.
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
// A window of jsdom has none. Node's is the same thing, by other types.
globalThis.ReadableStream ??= ReadableStream as unknown as typeof globalThis.ReadableStream;
window.scrollTo = () => undefined;
// Newer browsers return a promise, which TypeScript does not know: an effect that returns it breaks when it is cleaned up.
const scrolled = () => Promise.resolve() as unknown as undefined;
Element.prototype.scrollIntoView ??= scrolled;
Element.prototype.scrollTo ??= scrolled;
Range.prototype.getClientRects ??= () => document.body.getClientRects();

// A machine with all its cores busy loads a lazy part of the page in more than the usual second.
configure({ asyncUtilTimeout: 20_000 });

/** Files share a process: what one leaves open is not to hear the next. */
const channels: BroadcastChannel[] = [];
window.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
};
afterAll(() => {
  for (const channel of channels) channel.close();
});

await startTranslations();
await import("./lib/i18n/en/inside.ts");
await import("./lib/i18n/en/datasets.ts");
await import("./lib/i18n/en/lost-work.ts");
await import("./lib/i18n/en/lists.ts");
await import("./lib/i18n/en/drawers.ts");
await import("./lib/i18n/en/dataset-settings.ts");
await import("./lib/i18n/en/user-settings.ts");
await import("./lib/i18n/en/account-menu.ts");
await import("./lib/i18n/en/spans.ts");
await import("./lib/i18n/en/task-parts.ts");
await import("./lib/i18n/en/tasks.ts");
afterEach(cleanup);

/** Nothing is laid out here, so nothing is ever seen to come or go. */
class NoIntersections implements Partial<IntersectionObserver> {
  observe() {}
  disconnect() {}
}
// Only what the page calls of it.
window.IntersectionObserver ??= NoIntersections as unknown as typeof IntersectionObserver;
