import { expect, test } from "vitest";
import { parseReply } from "./send.ts";

test("FFI-28 whole numbers of a reply keep their digits, all else is what JSON.parse makes of it", () => {
  const text = `{"a":9007199254740993,"b":[-12345678901234567890123, 1],"c":{"d":9007199254740991},"e":0.1234567890123456}`;
  expect(parseReply(text)).toEqual({
    a: 9007199254740993n,
    b: [-12345678901234567890123n, 1],
    c: { d: 9007199254740991 },
    e: 0.1234567890123456,
  });
  for (const plain of [
    '{"a":12345678901234567.0,"b":1e300,"c":"9007199254740993"}',
    "[0.1234567890123456789,-0.9007199254740993]",
    "null",
  ])
    expect(parseReply(plain)).toEqual(JSON.parse(plain));
});
