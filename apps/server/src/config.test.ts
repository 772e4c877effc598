import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Environment, readSettings } from "./config.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { VARIABLES } from "./variables.ts";

const settingsOf = (env: Environment) => {
  const result = readSettings(env);
  if ("mistakes" in result) throw new Error(result.mistakes.join("\n"));
  return result.settings;
};
const mistakesOf = (env: Environment) => {
  const result = readSettings(env);
  return "mistakes" in result ? result.mistakes : [];
};

const PROXIES = "a comma-separated list of IP addresses and networks, such as 127.0.0.1,10.0.0.0/8";

describe("settings", () => {
  test("COM-01 COM-14 say that the owner's password is not accepted, is too short or is a common one", () => {
    const warningsOf = (env: { [name: string]: string }) => {
      const read = readSettings(env);
      return "warnings" in read ? read.warnings : read.mistakes;
    };
    const only = { POSTIL_SIGN_IN: "provider", POSTIL_OWNER_PASSWORD: "long enough" };
    expect(warningsOf(only)).toEqual([expect.stringContaining("POSTIL_OWNER_PASSWORD is not accepted")]);
    expect(warningsOf({ POSTIL_SIGN_IN: "provider" })).toEqual([]);
    expect(warningsOf({ POSTIL_OWNER_PASSWORD: "password1" })).toEqual([expect.stringContaining("most common")]);
    const longer = { POSTIL_PASSWORD_MIN: "12", POSTIL_OWNER_PASSWORD: "long enough" };
    expect(warningsOf({ ...longer, POSTIL_HOST: "0.0.0.0" })).toEqual([expect.stringContaining("than 12 characters")]);
    for (const min of ["7", "65", "many"])
      expect(warningsOf({ POSTIL_PASSWORD_MIN: min })).toEqual([
        `POSTIL_PASSWORD_MIN is "${min}"; it must be a number of characters from 8 to 64.`,
      ]);
    expect(warningsOf({ POSTIL_SIGN_IN: "saml" })).toEqual([
      expect.stringContaining('POSTIL_SIGN_IN is "saml"; it must be any'),
    ]);
  });

  test("have defaults that suit one's own machine (AUT-14: tokens live 24 h)", () => {
    expect(settingsOf({})).toEqual({
      host: "127.0.0.1",
      port: 6900,
      home: join(homedir(), ".postil"),
      databaseUrl: null,
      serverName: null,
      baseUrl: { origin: null, path: "/" },
      authSecret: null,
      lifetimes: { token: 86_400, renewed: 1800 },
      owner: { username: "owner", password: null, apiKey: null },
      demo: true,
      trustedProxies: [],
      webhookNetworks: [],
      corsOrigins: [],
      frameOrigins: [],
      oauth: { providers: [], workspaces: [], allowHttp: false, variables: {} },
      space: null,
      logLevel: "warn",
      logs: { access: false, slowMs: 1000 },
      metricsToken: null,
      drainSeconds: 0,
      signInLink: "auto",
      passwords: { accepted: true, min: 8 },
      searchMemory: 768,
      backups: null,
      backupFolder: null,
      upgradeWithoutCopy: false,
      readers: null,
      limits: DEFAULT_LIMITS,
    });
  });

  test("WAT-10 memory, threads, exports and imports are settings", () => {
    const { readers, limits } = settingsOf({
      ...{ POSTIL_READERS: "12", POSTIL_EXPORTS: "4", POSTIL_IMPORTS: "1" },
      ...{ POSTIL_BODY_MEMORY: "512", POSTIL_REPLY_MEMORY: "64" },
    });
    expect(readers).toBe(12);
    expect(limits).toMatchObject({ exports: 4, imports: 1, bodyBytes: 512 * 2 ** 20, replyBytes: 64 * 2 ** 20 });
  });

  test("take an empty variable for an absent one", () => {
    const empty = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, " "]));
    expect(settingsOf(empty)).toEqual(settingsOf({}));
  });

  test("BAK-06 a schedule of backups needs a folder", () => {
    const POSTIL_BACKUP_EVERY_HOURS = "24";
    expect(settingsOf({ POSTIL_BACKUP_EVERY_HOURS, POSTIL_BACKUP_FOLDER: "/b" }).backups).toEqual({
      folder: "/b",
      every: 86_400_000_000,
      keep: 7,
    });
    expect(settingsOf({ POSTIL_BACKUP_FOLDER: "/b" }).backups).toBeNull();
    expect(readSettings({ POSTIL_BACKUP_EVERY_HOURS })).toEqual({
      mistakes: [expect.stringMatching(/^POSTIL_BACKUP_EVERY_HOURS is set and POSTIL_BACKUP_FOLDER is not/)],
    });
  });

  test.each([
    ["POSTIL_PORT", "69OO", "a port from 0 (any free one) to 65535"],
    ["POSTIL_PORT", "65536", "a port from 0 (any free one) to 65535"],
    ["POSTIL_HOST", "http://0.0.0.0", "a host name or an IP address, such as 127.0.0.1 or 0.0.0.0"],
    [
      "POSTIL_BASE_URL",
      "postil",
      "a path such as /postil/, or a full address such as https://label.example.org/postil/",
    ],
    [
      "POSTIL_BASE_URL",
      "/a?b=1",
      "a path such as /postil/, or a full address such as https://label.example.org/postil/",
    ],
    ["POSTIL_TOKEN_LIFETIME", "1 day", "a number of seconds from 60 to 315360000"],
    ["POSTIL_OWNER_USERNAME", "-anna", "made of letters, digits, - and _, and not begin with - or _"],
    ["POSTIL_DEMO", "maybe", "1 or 0"],
    ["POSTIL_BACKUP_FOLDER", "backups", "the path of a folder, from the root"],
    ["POSTIL_BACKUP_EVERY_HOURS", "8761", "a number of hours from 0 (never) to 8760"],
    ["POSTIL_BACKUP_KEEP", "0", "a whole number from 1 to 1000"],
    ["POSTIL_TRUSTED_PROXIES", "10.0.0.0/33", PROXIES],
    ["POSTIL_TRUSTED_PROXIES", "10.0.0.1,::1/129", PROXIES],
    ["POSTIL_TRUSTED_PROXIES", "proxy.example", PROXIES],
    ["POSTIL_TRUSTED_PROXIES", "10.0.0.1/", PROXIES],
    ["POSTIL_TRUSTED_PROXIES", "*", PROXIES],
    [
      "POSTIL_CORS_ORIGINS",
      "a.example.org",
      "a comma-separated list of origins, such as https://a.example.org,http://localhost:3000",
    ],
    [
      "POSTIL_CORS_ORIGINS",
      "https://a.example.org/path",
      "a comma-separated list of origins, such as https://a.example.org,http://localhost:3000",
    ],
    [
      "POSTIL_FRAME_ORIGINS",
      "https://portal.example.org/path",
      "a comma-separated list of origins, such as https://portal.example.org, or * for any",
    ],
    ["POSTIL_LOG_LEVEL", "loud", "one of fatal, error, warn, info, debug, trace, silent"],
    ["POSTIL_LOG_SLOW_MS", "1 s", "a number of milliseconds from 0 (never) to 3600000"],
    ["POSTIL_BODY_MEMORY", "63", "a number of MiB from 64 to 1000000"],
    ["POSTIL_REPLY_MEMORY", "1000001", "a number of MiB from 64 to 1000000"],
    ["POSTIL_READERS", "1", "a whole number from 2 to 64"],
    ["POSTIL_EXPORTS", "17", "a whole number from 1 to 16"],
    ["POSTIL_IMPORTS", "0", "a whole number from 1 to 16"],
    ["POSTIL_LABEL_OPTIONS_MAX", "1", "a whole number from 2 to 1000000"],
  ])("%s=%s is refused by a sentence that names it, its value and what is allowed", (name, value, allowed) => {
    expect(mistakesOf({ [name]: value })).toEqual([`${name} is "${value}"; it must be ${allowed}.`]);
  });

  test("tell all mistakes at once", () => {
    expect(mistakesOf({ POSTIL_PORT: "x", POSTIL_DEMO: "x", POSTIL_LOG_LEVEL: "x" })).toHaveLength(3);
  });

  test.each(["POSTIL_AUTH_SECRET", "POSTIL_OWNER_API_KEY", "POSTIL_METRICS_TOKEN"])("%s is never printed", (name) => {
    const [mistake, ...others] = mistakesOf({ [name]: "s3cr t" });
    expect(others).toEqual([]);
    expect(mistake).toMatch(new RegExp(`^${name} is set to a value that does not do; it must be `));
    expect(mistake).not.toContain("s3cr t");
  });

  test.each([
    "postgres://me:secret@db/postil",
    "postgresql://me:s%2Fecret@db.example.org:6432/postil?sslmode=verify-ca&sslrootcert=/etc/ca.pem",
    "postgres://me@%2Frun%2Fpostgresql/postil",
  ])("PGS-30 %s is the address of a database", (url) => {
    expect(settingsOf({ POSTIL_DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test.each([
    ["another scheme", "mysql://me:secret@db/postil"],
    ["no host", "postgres:///postil"],
    ["no database", "postgres://me:secret@db"],
    ["no database after a slash", "postgres://me:secret@db/"],
    ["a part too many", "postgres://me:secret@db/postil/more"],
    ["a slash in the password", "postgres://me:sec/ret@db/postil"],
    ["a # in the password", "postgres://me:sec#ret@db/postil"],
    ["a % in the password", "postgres://me:secret%@db/postil"],
    ["a mode of TLS that is none", "postgres://me:secret@db/postil?sslmode=always"],
    ["a check of a certificate by nobody", "postgres://me:secret@db/postil?sslmode=verify-ca"],
    ["a setting of the server", "postgres://me:secret@db/postil?options=-cfsync=off"],
  ])("PGS-30 an address with %s is refused, and not printed", (_what, url) => {
    const [mistake, ...others] = mistakesOf({ POSTIL_DATABASE_URL: url });
    expect(others).toEqual([]);
    expect(mistake).toMatch(
      /^POSTIL_DATABASE_URL is set to a value that does not do; it must be the address of a Post/,
    );
    expect(mistake).not.toMatch(/secret|sec.ret/);
  });

  test("PGS-33 backups by the server are refused beside a database, with the program that makes them", () => {
    const [mistake] = mistakesOf({
      POSTIL_DATABASE_URL: "postgres://me:secret@db/postil",
      POSTIL_BACKUP_FOLDER: "/mnt/backups",
    });
    expect(mistake).toMatch(/^POSTIL_BACKUP_FOLDER is set beside POSTIL_DATABASE_URL; leave it out.*pg_dump/);
    expect(mistake).not.toContain("secret");
  });

  test.each(["0.0.0.0", "192.168.0.7", "::", "label.example.org"])(
    "a short owner password is refused on %s (AUT-14)",
    (host) => {
      const [mistake] = mistakesOf({ POSTIL_HOST: host, POSTIL_OWNER_PASSWORD: "1234567" });
      expect(mistake).toContain("POSTIL_OWNER_PASSWORD is shorter than 8 characters");
      expect(mistake).toContain(host);
      expect(mistakesOf({ POSTIL_HOST: host, POSTIL_OWNER_PASSWORD: "12345678" })).toEqual([]);
    },
  );

  test.each(["127.0.0.1", "127.1.2.3", "localhost", "::1"])("a short owner password is fine on %s", (host) => {
    expect(mistakesOf({ POSTIL_HOST: host, POSTIL_OWNER_PASSWORD: "1234" })).toEqual([]);
  });

  test.each([
    ["POSTIL_BASE_URL", "https://label.example.org", {}],
    ["POSTIL_TRUSTED_PROXIES", "127.0.0.1", {}],
    ["SPACE_HOST", "mara-guide.hf.space", { SPACE_ID: "mara/guide" }],
  ])("AUT-14 behind a proxy, as %s says, other machines reach the loopback too", (name, value, more) => {
    const behind = { [name]: value, ...more };
    expect(mistakesOf({ ...behind, POSTIL_OWNER_PASSWORD: "1", POSTIL_OWNER_API_KEY: "owner.apikey" })).toEqual([
      `POSTIL_OWNER_PASSWORD is shorter than 8 characters; with ${name} at "${value}" other machines can reach it, and it must be at least that long.`,
      `POSTIL_OWNER_API_KEY is a key that everybody knows; with ${name} at "${value}" other machines can reach it, and it must be another one, or be left out: then one is made.`,
    ]);
    expect(mistakesOf({ ...behind, POSTIL_OWNER_API_KEY: "elevenchars" })).toMatchObject([
      expect.stringContaining("shorter than 12 characters"),
    ]);
    expect(mistakesOf({ ...behind, POSTIL_OWNER_PASSWORD: "12345678", POSTIL_OWNER_API_KEY: "twelve-chars" })).toEqual(
      [],
    );
  });

  test.each(["/postil/", "http://localhost:6900", "http://[::1]:6900", "http://127.0.0.1:6900/postil/"])(
    "AUT-14 at POSTIL_BASE_URL=%s on this machine alone a weak key of the owner is told of, and starts",
    (address) => {
      const weak = { POSTIL_BASE_URL: address, POSTIL_OWNER_PASSWORD: "1", POSTIL_OWNER_API_KEY: "owner.apikey" };
      expect(readSettings(weak)).toMatchObject({
        warnings: [
          "POSTIL_OWNER_API_KEY is a key that everybody knows: it lets in as the owner whoever reaches this server; leave it out, and one is made.",
        ],
      });
    },
  );

  test.each([
    ["/postil", { origin: null, path: "/postil/" }],
    ["https://label.example.org", { origin: "https://label.example.org", path: "/" }],
    ["https://label.example.org/a/b/", { origin: "https://label.example.org", path: "/a/b/" }],
  ])("POSTIL_BASE_URL=%s", (text, expected) => {
    expect(settingsOf({ POSTIL_BASE_URL: text }).baseUrl).toEqual(expected);
  });

  test("AUT-26 on the hosted platform its pages may frame this one, and its host is where people come back to", () => {
    const space = { SPACE_ID: "mara/guide", SPACE_HOST: "mara-guide.hf.space" };
    const framed = settingsOf({ ...space, POSTIL_FRAME_ORIGINS: "https://portal.example.org" });
    expect(framed.frameOrigins).toEqual(["https://portal.example.org", "https://huggingface.co"]);
    expect(framed.space?.space_host).toBe("mara-guide.hf.space");
    expect(settingsOf({ SPACE_HOST: "mara-guide.hf.space" })).toMatchObject({ frameOrigins: [], space: null });
  });

  test("API-05 the settings of a space are the platform's, those it does not set are left out", () => {
    const all = {
      SPACE_ID: "mara/guide",
      SPACE_TITLE: "Guide",
      SPACE_SUBDOMAIN: "mara-guide",
      SPACE_HOST: "mara-guide.hf.space",
      SPACE_REPO_NAME: "guide",
      SPACE_AUTHOR_NAME: "mara",
      PERSISTANT_STORAGE_ENABLED: "true",
    };
    expect(settingsOf(all).space).toEqual({
      space_id: "mara/guide",
      space_title: "Guide",
      space_subdomain: "mara-guide",
      space_host: "mara-guide.hf.space",
      space_repo_name: "guide",
      space_author_name: "mara",
      space_persistent_storage_enabled: true,
    });
    expect(settingsOf({ SPACE_ID: "mara/guide", SPACE_TITLE: " " }).space).toEqual({
      space_id: "mara/guide",
      space_persistent_storage_enabled: false,
    });
  });

  test("a misspelt variable is told of, but stops nothing", () => {
    const result = readSettings({ POSTIL_PROT: "7000", PATH: "/bin" });
    expect(result).toMatchObject({
      warnings: ["POSTIL_PROT is not a setting of Postil and is ignored; docs/settings.md lists those there are."],
    });
  });

  test("no text makes reading them fail in any other way", () => {
    const env = fc.record(Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, fc.string()])));
    fc.assert(
      fc.property(env, (values) => {
        const result = readSettings(values);
        expect("mistakes" in result ? result.mistakes.length : result.settings.port).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("docs/settings.md describes each of them with its default", () => {
    const text = readFileSync(new URL("../../../docs/settings.md", import.meta.url), "utf8");
    for (const [name, { fallback }] of Object.entries(VARIABLES)) {
      const row = text.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
      expect(row, name).toBeDefined();
      if (fallback) expect(row).toContain(`\`${fallback}\``);
    }
  });
});
