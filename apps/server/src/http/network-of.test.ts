import { expect, test } from "vitest";
import { networkOf, widerNetworkOf, widestNetworkOf } from "./network-of.ts";

test("AUT-14 addresses that one visitor may choose from count as one, others each for itself", () => {
  const one = ["2001:db8:0:1::1", "2001:db8::1:0:0:0:2", "2001:DB8:0000:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::"];
  expect(new Set(one.map(networkOf))).toEqual(new Set(["2001:db8:0:1"]));
  expect(networkOf("2001:db8:0:2::1")).not.toBe(networkOf("2001:db8:0:1::1"));
  expect(networkOf("::1")).toBe("0:0:0:0");
  expect(networkOf("10.0.0.1")).toBe("10.0.0.1");
  expect(networkOf("::ffff:10.0.0.1")).toBe("10.0.0.1");
  expect(networkOf("10.0.0.2")).not.toBe(networkOf("10.0.0.1"));
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
