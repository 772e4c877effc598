import type { Page } from "@playwright/test";

/**
 * From the next document on, notes what moves or changes its size, or fades for longer than 80 ms (design/shell.md#look). Returns the way
 * to read it.
 */
export async function watchMotion(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    const fades = /^(opacity|color|background-color|border-.*color|offset|computed-offset|easing|composite)$/i;
    const look = ({ target }: Event) => {
      for (const { effect } of target instanceof Element ? target.getAnimations() : []) {
        if (!(effect instanceof KeyframeEffect)) continue;
        const names = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
        const other = names.filter((name) => !fades.test(name.replaceAll(/[A-Z]/g, (letter) => `-${letter}`)));
        const ms = Number(effect.getComputedTiming().duration);
        if (other.length > 0 || ms > 80) moved.push(`${other} of ${effect.target?.className} for ${ms} ms`);
      }
    };
    for (const kind of ["animationstart", "transitionrun"]) document.addEventListener(kind, look, true);
  });
  // Set by the script above.
  return () => page.evaluate(() => (window as unknown as { moved: readonly string[] }).moved);
}
