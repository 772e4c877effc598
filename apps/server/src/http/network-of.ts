import { isIPv6 } from "node:net";

/** What IPv4 addresses are written as where both kinds are taken. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** A home or an office is given at least 64 of the 128 bits of its IPv6 addresses to choose from. */
const GROUPS = 4;
/** Many are given up to 80 of them, which is 65,536 such networks. */
const WIDER_GROUPS = 3;

/** What one visitor can have all addresses of: the address itself, or the network of an IPv6 one. */
export function networkOf(address: string): string {
  return MAPPED.exec(address)?.[1] ?? groupsOf(address, GROUPS) ?? address;
}

/** What one visitor may have all networks of; null where that is no more than a network. */
export function widerNetworkOf(address: string): string | null {
  return MAPPED.test(address) ? null : groupsOf(address, WIDER_GROUPS);
}

export const widestNetworkOf = (address: string): string => widerNetworkOf(address) ?? networkOf(address);

/** The first of an IPv6 address's eight groups; null for another address. */
function groupsOf(address: string, count: number): string | null {
  if (!isIPv6(address)) return null;
  const [before = "", after] = address.split("::");
  const first = before.split(":").filter((group) => group !== "");
  const last = (after ?? "").split(":").filter((group) => group !== "");
  const zeros = after === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill("0"), ...last];
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
