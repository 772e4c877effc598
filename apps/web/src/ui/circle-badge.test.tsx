import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CircleBadge } from "./circle-badge.tsx";

test("CON-04 CON-05 34 px by default and 45 px in medium, with the first two letters of the username", () => {
  render(
    <>
      <CircleBadge name="mara.lind" />
      <CircleBadge name="otto" size="medium" />
    </>,
  );
  const size = (text: string) => screen.getByText(text).style;
  expect([size("ma").width, size("ma").height]).toEqual(["34px", "34px"]);
  expect([size("ot").width, size("ot").height]).toEqual(["45px", "45px"]);
});
