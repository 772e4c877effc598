import { act, renderHook } from "@testing-library/react";
import fc from "fast-check";
import { expect, test } from "vitest";
import { keepOrder, useStillOrder } from "./list-parts.tsx";

const rows = (ids: string) => [...ids].map((id) => ({ id }));
const written = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join("");

test("ROL-12 a list that is asked for anew keeps its order; new rows come after those they follow", () => {
  expect(written(keepOrder([..."abc"], rows("cba")))).toBe("abc");
  expect(written(keepOrder([..."abc"], rows("xcbya")))).toBe("xabyc");
  expect(written(keepOrder([..."abc"], rows("cxyb")))).toBe("bcxy");
  expect(written(keepOrder([], rows("cab")))).toBe("cab");
});

test("ROL-12 nobody is lost or shown twice, and who was there stays in order", () => {
  const ids = fc.uniqueArray(fc.constantFrom(..."abcdefghij"));
  fc.assert(
    fc.property(ids, ids, (before, wanted) => {
      const kept = keepOrder(before, rows(wanted.join(""))).map(({ id }) => id);
      expect(kept.toSorted()).toEqual(wanted.toSorted());
      const still = before.filter((id) => wanted.includes(id));
      expect(kept.filter((id) => still.includes(id))).toEqual(still);
    }),
  );
});

test("ROL-12 another order or another search puts the rows in order anew", () => {
  const { result, rerender } = renderHook(({ list, asked }) => useStillOrder(list, asked), {
    initialProps: { list: rows("abc"), asked: "name" },
  });
  act(() => rerender({ list: rows("cabd"), asked: "name" }));
  expect(written(result.current)).toBe("abdc");
  act(() => rerender({ list: rows("cabd"), asked: "seen" }));
  expect(written(result.current)).toBe("cabd");
});
