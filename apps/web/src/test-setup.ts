import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { startTranslations } from "./lib/i18n/start.ts";

// jsdom has no media queries; every one of them answers "no".
window.matchMedia ??= (media: string) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.scrollTo ??= () => undefined;

// A machine with all its cores busy loads a lazy part of the page in more than the usual second.
configure({ asyncUtilTimeout: 8000 });

await startTranslations();
await import("./lib/i18n/inside-texts.ts");
afterEach(cleanup);
