import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { badgeLetters, CircleBadge } from "./circle-badge.tsx";

test("CON-04 CON-05 34 px by default and 45 px in medium, with the first two letters of the username", () => {
  const { container } = render(
    <>
      <CircleBadge name="mara.lind" />
      <CircleBadge name="otto" size="medium" />
    </>,
  );
  const sizeOf = (letters: string) => {
    const style = container.querySelector<HTMLElement>(`[data-letters="${letters}"]`)?.style;
    return [style?.width, style?.height];
  };
  expect(sizeOf("ma")).toEqual(["34px", "34px"]);
  expect(sizeOf("ot")).toEqual(["45px", "45px"]);
});

test("CON-05 the badge shows the first two letters of the username", () => {
  expect(badgeLetters("mara.lind")).toBe("ma");
  expect(badgeLetters("x")).toBe("x");
  expect(badgeLetters("")).toBe("");
});

test("CON-05 a letter outside the basic plane is one letter", () => {
  expect(badgeLetters("𝒜da")).toBe("𝒜d");
});
