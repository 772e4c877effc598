import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Which addresses webhooks may call (HOK-08): public ones, and those inside the server's own network that the operator has
 * named. Everything that is not a public address counts as inside: loopback, private and link-local networks, those of
 * providers, and IPv6 forms of all of these.
 */
export type Addresses = {
  /** False for an address or a name that always leads inside. Other names are checked when they are called. */
  mayCall(url: string): boolean;
  /** Resolves a name at each connection. The connection is made to an address that was checked. */
  readonly lookup: LookupFunction;
};

export class InsideNetwork extends Error {}

const LOOPBACK = ["127.0.0.1", "::1"];
const isLocalhost = (host: string): boolean => /^(?:.*\.)?localhost\.?$/i.test(host);

/** `allowed`: addresses and networks such as `127.0.0.1` and `10.0.0.0/8`. */
export function createAddresses(allowed: readonly string[]): Addresses {
  const networks = allowed.map((text) => ipaddr.parseCIDR(text.includes("/") ? text : `${text}/${wholeOf(text)}`));
  const isAllowed = (text: string): boolean => {
    const address = ipaddr.process(text);
    if (address.range() === "unicast") return true;
    return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  };
  // The system's own resolver would take one of the few threads that files and passwords need.
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const resolve = async (host: string): Promise<string[]> => {
    if (isLocalhost(host)) return LOOPBACK;
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    if (addresses.length === 0) throw new Error(`The name ${host} is not known`);
    return addresses;
  };

  return {
    mayCall: (url) => {
      const host = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
      if (isLocalhost(host)) return LOOPBACK.some(isAllowed);
      return isIP(host) === 0 || isAllowed(host);
    },
    lookup: (host, options, done) => {
      resolve(host).then(
        (addresses) => {
          const called = addresses.filter(isAllowed).map((address) => ({ address, family: isIP(address) }));
          const [first] = called;
          if (!first) return done(new InsideNetwork(), "", 4);
          if (options.all) done(null, called);
          else done(null, first.address, first.family);
        },
        (error: Error) => done(error, "", 4),
      );
    },
  };
}

const wholeOf = (address: string): number => (isIP(address) === 4 ? 32 : 128);
