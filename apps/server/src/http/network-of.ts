import { isIPv6, SocketAddress } from "node:net";

/** An IPv4 address in its IPv6 form, in the only spelling that Node uses for it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;
/** A home or an office gets at least 64 of the 128 bits of its IPv6 addresses. */
const GROUPS = 4;
/** Many of them get up to 80 bits, which is 65,536 such networks. */
const WIDER_GROUPS = 3;

/** The range in which one visitor can own all addresses: an IPv4 address itself, or the network of an IPv6 address. */
export function networkOf(address: string): string {
  const spelled = spelledAlike(address);
  return MAPPED.exec(spelled)?.[1] ?? groupsOf(spelled, GROUPS) ?? address;
}

/** The wider range in which one visitor may own all networks; null for an address that has no wider range. */
export function widerNetworkOf(address: string): string | null {
  const spelled = spelledAlike(address);
  return MAPPED.test(spelled) ? null : groupsOf(spelled, WIDER_GROUPS);
}

export const widestNetworkOf = (address: string): string => widerNetworkOf(address) ?? networkOf(address);

/**
 * An IPv6 address in lower case, without unnecessary zeros and without a zone. A mapped IPv4 address keeps its dots. Other
 * addresses stay unchanged.
 */
const spelledAlike = (address: string): string =>
  isIPv6(address) ? new SocketAddress({ address, family: "ipv6" }).address : address;

/** The first `count` of the eight groups of an IPv6 address, in one spelling; null for other addresses. */
function groupsOf(address: string, count: number): string | null {
  if (!isIPv6(address)) return null;
  const [before = "", after] = address.split("::");
  const first = before.split(":").filter((group) => group !== "");
  const last = (after ?? "").split(":").filter((group) => group !== "");
  const zeros = after === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, count).join(":");
}
