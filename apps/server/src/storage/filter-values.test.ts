import { expect, test, vi } from "vitest";
import { filterTargets, metadataValues } from "./feedback-family.ts";

const settings = { type: "integer", min: null, max: null } as const;

test("FFI-28 the text of metadata is read once for all of its whole numbers beyond 2^53, and not at all without any", () => {
  const names = Array.from({ length: 50 }, (_, at) => `n${at}`);
  const { properties } = filterTargets(
    names.map((name, at) => ({ key: at + 1, name, settings })),
    [],
  );
  const valuesOf = (numbers: readonly bigint[]) => {
    const metadataText = `{${numbers.map((number, at) => `"n${at}":${number}`)}}`;
    return { metadata: JSON.parse(metadataText), metadataText };
  };
  const [wide, narrow] = [valuesOf(names.map((_, at) => 2n ** 60n + BigInt(at))), valuesOf([1n, 2n])];
  const read = vi.spyOn(JSON, "parse");
  expect(metadataValues(properties, 7, narrow)).toHaveLength(2);
  expect(read).not.toHaveBeenCalled();
  const found = metadataValues(properties, 7, wide);
  expect(read).toHaveBeenCalledOnce();
  read.mockRestore();
  const texts = found.flatMap(([target, value]) => (target < 0 ? [value] : []));
  expect(texts).toEqual(names.map((_, at) => `019${2n ** 60n + BigInt(at)}`));
});
