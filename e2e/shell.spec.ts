import { walkByTab } from "./support/keyboard.ts";
import { watchMotion } from "./support/motion.ts";
import { expectNoTextKeys, expectWhole, setTheme } from "./support/screen.ts";
import { SCREENS, type Stage, setUpStage } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";

/** Checks every route by its address (design/shell.md): its title, its landmarks, its keyboard access and its width. */

/** 320 by 256 is a window of 1,280 by 1,024 at a zoom of 400 % (LAY-09, LAY-10). */
const WINDOWS = [
  [3840, 2160],
  [2560, 1440],
  [450, 800],
  [320, 256],
  [320, 800],
] as const;

const FIRST_WINDOW = { width: 1440, height: 900 };

let stage: Stage;
test.beforeAll(async ({ api }) => {
  stage = await setUpStage(api);
});
test.use({ reducedMotion: "reduce" });

/** The screens of each kind of user, `SOME` at a time: the screens of one test share a page, which has most of the code by then. */
const SOME = 6;
const GROUPS = [
  SCREENS.filter(({ isAnonymous }) => isAnonymous),
  SCREENS.filter(({ isAnonymous }) => !isAnonymous),
].flatMap((screens) => screens.flatMap((_, at) => (at % SOME === 0 ? [screens.slice(at, at + SOME)] : [])));

for (const screens of GROUPS)
  test(`LAY-09 LAY-10 I18-02 I18-04 ${screens.map(({ name }) => name).join("; ")}: titled, clean in every theme, whole at every width, by keys alone`, async ({
    page,
    signIn,
    expectAccessible,
    expectAccessibleIn,
  }) => {
    test.slow();
    const unsaid: string[] = [];
    page.on("console", (message) => {
      if (message.text().startsWith("No text for")) unsaid.push(message.text());
    });
    if (!screens[0]?.isAnonymous) await signIn();
    for (const { name, path, title, sign, isAnonymous = false, hasColoursOfAnother = false } of screens)
      await test.step(name, async () => {
        await page.setViewportSize(FIRST_WINDOW);
        // A change of the hash alone would keep the page, and where Tab is on it.
        await page.goto("about:blank");
        await page.goto(path(stage));
        await expect(sign(page)).toBeVisible();
        await expect(page).toHaveTitle(`${title(stage)} - Postil`);
        await expect(page.getByRole("main")).toHaveCount(1);
        await expect(page.getByRole("banner")).toHaveCount(isAnonymous ? 0 : 1);
        await expectNoTextKeys(page, name);
        if (!isAnonymous) {
          // The header loads with every page. The code of its menu loads with none.
          await page.getByRole("button", { name: /Open menu/ }).click();
          await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
          await expectNoTextKeys(page, `the menu on ${name}`);
          await page.keyboard.press("Escape");
          await expect(page.getByRole("menu")).toHaveCount(0);
        }
        // All rules run in the light theme. The other themes run only the colour contrast.
        await (hasColoursOfAnother ? expectAccessible() : expectAccessibleIn());

        const stops = await walkByTab(page);
        expect(new Set(stops).size, "stops").toBeGreaterThan(isAnonymous ? 1 : 2);
        if (!isAnonymous) {
          expect(stops[0]).toBe("Skip to the content");
          await page.getByRole("link", { name: "Skip to the content" }).press("Enter");
          await expect(page.getByRole("main")).toBeFocused();
        }

        for (const [width, height] of WINDOWS) {
          await page.setViewportSize({ width, height });
          await expectWhole(page, `${width} x ${height}`);
        }
        await expectAccessible();
        expect(unsaid).toEqual([]);
        await setTheme(page, "light");
      });
  });

test("design/shell.md#look where less motion is wished nothing moves: what comes, opens or goes fades at most", async ({
  page,
  signIn,
}) => {
  const moved = await watchMotion(page);
  await signIn();
  for (const of of ["feedback annotation", "text classification"]) {
    const screen = SCREENS.find(({ name }) => name === of);
    if (screen === undefined) throw new Error(`No screen is called ${of}`);
    await page.goto(screen.path(stage));
    await expect(screen.sign(page)).toBeVisible();
    await page.getByRole("button", { name: /Open menu/ }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.context().setOffline(true);
    await expect(page.getByText("Offline. You can go on; your work is sent later.").first()).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText("Back online.")).toBeVisible();
    expect(await moved(), of).toEqual([]);
  }
});
