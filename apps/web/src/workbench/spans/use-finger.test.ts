import { act, renderHook } from "@testing-library/react";
import type { PointerEvent } from "react";
import { expect, test } from "vitest";
import { type Tap, useFinger } from "./use-finger.ts";

const tap = (clientX: number): Tap => ({ target: null, clientX, clientY: 0 });
const pressed = (pointerType: string) => ({ pointerType }) as PointerEvent; // the code reads no other member

test("FAN-28 TAN-09 taps made while the code of fingers is on its way are all heard, each after what the one before did", () => {
  const { result } = renderHook(useFinger);
  act(() => result.current.onPointerDown(pressed("touch")));
  for (const x of [1, 2, 3]) result.current.onClick(tap(x));
  const heard: number[] = [];
  const hear = ({ clientX }: Tap) => void heard.push(clientX);
  result.current.listen(hear);
  expect(heard).toEqual([1]);
  result.current.listen(hear);
  result.current.listen(hear);
  result.current.listen(hear);
  expect(heard).toEqual([1, 2, 3]);
  result.current.onClick(tap(4));
  expect(heard).toEqual([1, 2, 3, 4]);
});

test("FAN-28 clicks of a mouse are nothing to fingers", () => {
  const { result } = renderHook(useFinger);
  act(() => result.current.onPointerDown(pressed("mouse")));
  result.current.onClick(tap(1));
  const heard: Tap[] = [];
  result.current.listen((one) => void heard.push(one));
  expect([result.current.seen, heard]).toEqual([false, []]);
});
