import { isIPv6 } from "node:net";

/** What IPv4 addresses are written as where both kinds are taken. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** A home or an office is given at least 64 of the 128 bits of its IPv6 addresses to choose from. */
const GROUPS = 4;

/** What one visitor can have all addresses of: the address itself, or the network of an IPv6 one. */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [before = "", after] = address.split("::");
  const first = before.split(":").filter((group) => group !== "");
  const last = (after ?? "").split(":").filter((group) => group !== "");
  const zeros = after === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill("0"), ...last];
  return groups
    .slice(0, GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
