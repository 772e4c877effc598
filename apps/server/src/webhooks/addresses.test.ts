import type { LookupAddress } from "node:dns";
import { expect, test } from "vitest";
import { createAddresses, InsideNetwork } from "./addresses.ts";

const INSIDE = [
  ...["127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"],
  ...["224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.1", "240.0.0.1", "[::1]", "[::]", "[fe80::1]"],
  ...["[fc00::1]", "[fd00:ec2::254]", "[ff02::1]", "[::ffff:127.0.0.1]", "[::ffff:a00:1]", "[64:ff9b::7f00:1]"],
  ...["[2002:7f00:1::]", "[2001:db8::1]", "localhost", "a.localhost", "LOCALHOST.", "2130706433", "0x7f.1", "127.1"],
];

test("HOK-08 addresses inside the server's own network, however they are written, may not be called", () => {
  const { mayCall } = createAddresses([]);
  for (const host of INSIDE) expect(mayCall(`http://${host}:8000/`), host).toBe(false);
  for (const host of ["93.184.215.14", "[2606:2800:21f:cb07:6820:80da:af6b:8b2c]", "hooks.example.org"])
    expect(mayCall(`https://${host}/`), host).toBe(true);
});

test("HOK-08 those that the operator named may be called, and no others", () => {
  const { mayCall } = createAddresses(["127.0.0.1", "10.1.0.0/16", "fd00::/8"]);
  const called = INSIDE.concat("10.1.200.3").filter((host) => mayCall(`http://${host}/`));
  expect(called).toEqual([
    ...["127.0.0.1", "[fd00:ec2::254]", "[::ffff:127.0.0.1]", "localhost", "a.localhost", "LOCALHOST."],
    ...["2130706433", "0x7f.1", "127.1", "10.1.200.3"],
  ]);
});

const lookUp = (allowed: readonly string[], host: string, all: boolean) =>
  new Promise<string | LookupAddress[]>((resolve, reject) => {
    createAddresses(allowed).lookup(host, { all }, (error, found) => (error ? reject(error) : resolve(found)));
  });

test("HOK-08 a name leads only to addresses that may be called", async () => {
  await expect(lookUp([], "localhost", false)).rejects.toThrow(InsideNetwork);
  await expect(lookUp([], "localhost", true)).rejects.toThrow(InsideNetwork);
  expect(await lookUp(["127.0.0.1"], "localhost", true)).toEqual([{ address: "127.0.0.1", family: 4 }]);
  expect(await lookUp(["::1"], "localhost", false)).toBe("::1");
});
