import { isIPv6, SocketAddress } from "node:net";

/** What IPv4 addresses are written as where both kinds are taken, in the one spelling that Node has for each address. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;
/** A home or an office is given at least 64 of the 128 bits of its IPv6 addresses to choose from. */
const GROUPS = 4;
/** Many are given up to 80 of them, which is 65,536 such networks. */
const WIDER_GROUPS = 3;

/** What one visitor can have all addresses of: the address itself, or the network of an IPv6 one. */
export function networkOf(address: string): string {
  const spelled = spelledAlike(address);
  return MAPPED.exec(spelled)?.[1] ?? groupsOf(spelled, GROUPS) ?? address;
}

/** What one visitor may have all networks of; null where that is no more than a network. */
export function widerNetworkOf(address: string): string | null {
  const spelled = spelledAlike(address);
  return MAPPED.test(spelled) ? null : groupsOf(spelled, WIDER_GROUPS);
}

export const widestNetworkOf = (address: string): string => widerNetworkOf(address) ?? networkOf(address);

/** An IPv6 address in small letters, without needless zeros and a zone, a mapped IPv4 one with its dots; another as it is. */
const spelledAlike = (address: string): string =>
  isIPv6(address) ? new SocketAddress({ address, family: "ipv6" }).address : address;

/** The first of an IPv6 address's eight groups, spelled alike; null for another address. */
function groupsOf(address: string, count: number): string | null {
  if (!isIPv6(address)) return null;
  const [before = "", after] = address.split("::");
  const first = before.split(":").filter((group) => group !== "");
  const last = (after ?? "").split(":").filter((group) => group !== "");
  const zeros = after === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, count).join(":");
}
