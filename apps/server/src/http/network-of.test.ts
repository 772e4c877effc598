import { expect, test } from "vitest";
import { networkOf, widerNetworkOf, widestNetworkOf } from "./attempts.ts";

test("AUT-14 addresses that one visitor may choose from count as one, others each for itself", () => {
  const one = ["2001:db8:0:1::1", "2001:db8::1:0:0:0:2", "2001:DB8:0000:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::"];
  expect(new Set(one.map(networkOf))).toEqual(new Set(["2001:db8:0:1"]));
  expect(networkOf("2001:db8:0:2::1")).not.toBe(networkOf("2001:db8:0:1::1"));
  expect(networkOf("::1")).toBe("0:0:0:0");
  expect(networkOf("10.0.0.1")).toBe("10.0.0.1");
  expect(networkOf("::ffff:10.0.0.1")).toBe("10.0.0.1");
  expect(networkOf("10.0.0.2")).not.toBe(networkOf("10.0.0.1"));
});

const MAPPED = [
  "::ffff:9.9.9.9",
  "::FFFF:9.9.9.9",
  "::ffff:909:909",
  "::FFFF:0909:0909",
  "0:0:0:0:0:ffff:0909:0909",
  "0000::FfFf:909:909%eth0",
];

test.each(MAPPED)("AUT-14 an IPv4 address counts as one however it is written: %s", (address) => {
  expect([networkOf(address), widerNetworkOf(address), widestNetworkOf(address)]).toEqual(["9.9.9.9", null, "9.9.9.9"]);
});

test("AUT-14 what only looks like a mapped IPv4 address is an IPv6 one", () => {
  for (const address of ["::9.9.9.9", "::ffff:0:9.9.9.9"]) expect(networkOf(address)).toBe("0:0:0:0");
  expect(widerNetworkOf("1::ffff:909:909")).toBe("1:0:0");
});

test("AUT-14 of IPv6 there is a wider network, of which one visitor may have all smaller ones; of IPv4 none", () => {
  const one = ["2001:db8:7:1::1", "2001:db8:7:ffff::1", "2001:0DB8:0007::"];
  expect(new Set(one.map(widerNetworkOf))).toEqual(new Set(["2001:db8:7"]));
  expect(widerNetworkOf("2001:db8:8::1")).toBe("2001:db8:8");
  for (const address of ["10.0.0.1", "::ffff:10.0.0.1"]) {
    expect(widerNetworkOf(address)).toBeNull();
    expect(widestNetworkOf(address)).toBe("10.0.0.1");
  }
});
