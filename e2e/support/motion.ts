import type { Page } from "@playwright/test";

/**
 * From the next document on, records elements that move, change their size, or fade for longer than 80 ms
 * (design/shell.md#look). Returns a function that reads the list.
 */
export async function watchMotion(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    const fades = /^(opacity|color|background-color|border-.*color|offset|computed-offset|easing|composite)$/i;
    /** The longest time in a CSS list such as `150ms, 0.2s`, ms. */
    const longest = (times: string) =>
      Math.max(...times.split(",").map((time) => Number.parseFloat(time) * (/\dms/.test(time) ? 1 : 1000)));
    const note = ({ effect }: Animation) => {
      if (!(effect instanceof KeyframeEffect)) return;
      const names = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
      const other = names.filter((name) => !fades.test(name.replaceAll(/[A-Z]/g, (letter) => `-${letter}`)));
      const ms = Number(effect.getComputedTiming().duration);
      if (other.length > 0 || ms > 80) moved.push(`${other} of ${effect.target?.className} for ${ms} ms`);
    };
    const look = ({ target, type }: Event) => {
      if (!(target instanceof Element)) return;
      const animations = target.getAnimations();
      animations.forEach(note);
      // In a slow browser the animation can end before the start event arrives. Then the CSS durations are used.
      const { animationDuration, transitionDuration } = getComputedStyle(target);
      const ms = longest(type === "animationstart" ? animationDuration : transitionDuration);
      if (animations.length === 0 && ms > 80) moved.push(`${type} of ${target.className} for ${ms} ms`);
    };
    for (const kind of ["animationstart", "transitionrun"]) document.addEventListener(kind, look, true);
  });
  // Set by the script above.
  return () => page.evaluate(() => (window as unknown as { moved: readonly string[] }).moved);
}
