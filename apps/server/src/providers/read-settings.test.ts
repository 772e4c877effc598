import { PLATFORM_PROVIDER } from "@postil/domain/accounts/people";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type OauthEnvironment, readOauthSettings } from "./read-settings.ts";

const PATH = "/home/of/postil/.oauth.yaml";
const NOTHING: OauthEnvironment = { providers: [], workspaces: [], allowHttp: false, variables: {} };

const read = (env: Partial<OauthEnvironment>, content?: string) =>
  readOauthSettings({ ...NOTHING, ...env }, content === undefined ? null : { path: PATH, content });
function settingsOf(env: Partial<OauthEnvironment>, content?: string) {
  const result = read(env, content);
  if ("mistakes" in result) throw new Error(result.mistakes.join("\n"));
  return result;
}
function mistakesOf(env: Partial<OauthEnvironment>, content?: string) {
  const result = read(env, content);
  return "mistakes" in result ? result.mistakes : [];
}

const KEYS = { OAUTH2_GITHUB_CLIENT_ID: "id", OAUTH2_GITHUB_CLIENT_SECRET: "s3cret" };

test("AUT-20 without any configuration there are no providers", () => {
  const none = { providers: [], workspaces: [], allowHttp: false };
  expect(settingsOf({})).toEqual(none);
  expect(settingsOf({}, "")).toEqual(none);
  expect(settingsOf({ variables: KEYS })).toEqual(none);
});

test("AUT-20 a file in the shape that Argilla's has", () => {
  const file = `
enabled: true
allow_http_redirect: true
providers:
  - name: github
    client_id: id-of-github
    client_secret: s3cret
    scope: "user:email"
  - name: huggingface
    client_id: id-of-hub
    client_secret: s3cret
  - name: museum
    title: the museum's single sign-on
    issuer: https://id.museum.example/realms/staff
    client_id: id-of-museum
    client_secret: s3cret
    username_claim: nickname
    redirect_uri: https://label.museum.example/oauth/museum/callback
allowed_workspaces:
  - name: letters
`;
  const { providers, workspaces, allowHttp } = settingsOf({}, file);
  expect([workspaces, allowHttp]).toEqual([["letters"], true]);
  expect(providers).toEqual([
    {
      name: "github",
      title: "GitHub",
      issuer: "https://github.com",
      clientId: "id-of-github",
      clientSecret: "s3cret",
      scope: "user:email",
      redirectUri: null,
      usernameClaim: null,
      claims: null,
      sessionHours: null,
    },
    expect.objectContaining({ name: "huggingface", title: "Hugging Face", issuer: "https://huggingface.co" }),
    expect.objectContaining({
      title: "the museum's single sign-on",
      issuer: "https://id.museum.example/realms/staff",
      scope: "openid profile email",
      redirectUri: "https://label.museum.example/oauth/museum/callback",
      usernameClaim: "nickname",
    }),
  ]);
  expect(settingsOf({}, file.replace("enabled: true", "enabled: false")).providers).toEqual([]);
});

test("AUT-20 the environment alone, and before the file", () => {
  expect(settingsOf({ providers: ["github"], variables: KEYS }).providers).toMatchObject([
    { name: "github", clientId: "id", clientSecret: "s3cret", scope: "read:user" },
  ]);
  const file = "providers: [{name: github, client_id: of the file, scope: none}]\nallowed_workspaces: [{name: a}]";
  const { providers, workspaces } = settingsOf({ variables: KEYS, workspaces: ["b", "c"] }, file);
  expect(providers).toMatchObject([{ clientId: "id", scope: "none" }]);
  expect(workspaces).toEqual(["b", "c"]);
  const museum = { OAUTH2_OUR_MUSEUM_CLIENT_ID: "m", OAUTH2_OUR_MUSEUM_CLIENT_SECRET: "s" };
  const variables = { ...museum, OAUTH2_OUR_MUSEUM_ISSUER: "https://id.example.org", OAUTH2_OUR_MUSEUM_TITLE: "Us" };
  expect(settingsOf({ providers: ["our-museum"], variables }).providers).toMatchObject([
    { clientId: "m", title: "Us" },
  ]);
});

test("PRD-08 AUT-26 on the hosted platform its provider comes with what the platform tells", () => {
  const variables = {
    SPACE_ID: "mara/guide",
    OAUTH_CLIENT_ID: "id",
    OAUTH_CLIENT_SECRET: "s3cret",
    OAUTH_SCOPES: "openid profile",
    OPENID_PROVIDER_URL: "https://huggingface.co",
  };
  expect(settingsOf({ variables }).providers).toMatchObject([
    { name: PLATFORM_PROVIDER, clientId: "id", clientSecret: "s3cret", issuer: "https://huggingface.co" },
  ]);
  expect(settingsOf({ variables: { ...variables, SPACE_ID: undefined } }).providers).toEqual([]);
});

test.each([
  [
    "no key",
    { providers: ["github"] },
    undefined,
    [
      'The provider "github" has no client_id; set OAUTH2_GITHUB_CLIENT_ID, or client_id in its file.',
      'The provider "github" has no client_secret; set OAUTH2_GITHUB_CLIENT_SECRET, or client_secret in its file.',
    ],
  ],
  [
    "no issuer",
    { providers: ["keycloak"], variables: { OAUTH2_KEYCLOAK_CLIENT_ID: "a", OAUTH2_KEYCLOAK_CLIENT_SECRET: "b" } },
    undefined,
    ['The provider "keycloak" has no issuer; set OAUTH2_KEYCLOAK_ISSUER, or issuer in its file.'],
  ],
  [
    "an issuer that is none",
    { providers: ["github"], variables: { ...KEYS, OAUTH2_GITHUB_ISSUER: "github.example.org" } },
    undefined,
    ['issuer of the provider "github" is "github.example.org"; it must be an address such as https://id.example.org.'],
  ],
  [
    "plain http",
    { providers: ["github"], variables: { ...KEYS, OAUTH2_GITHUB_ISSUER: "http://id.example.org" } },
    undefined,
    [
      'issuer of the provider "github" is "http://id.example.org"; it must be an address that begins with https (plain http is taken on this machine alone, unless allow_http_redirect is set).',
    ],
  ],
  [
    "another way back",
    { providers: ["github"], variables: { ...KEYS, OAUTH2_GITHUB_REDIRECT_URI: "https://a.example/login" } },
    undefined,
    ['redirect_uri of the provider "github" is "https://a.example/login"; it must end with /oauth/github/callback.'],
  ],
  [
    "a name",
    { providers: ["Git Hub"] },
    undefined,
    [
      '"Git Hub" cannot be the name of a provider; it must be made of small letters, digits, - and _, at most 50, and begin with a letter or digit.',
    ],
  ],
  [
    "a workspace",
    { workspaces: ["My Workspace"] },
    undefined,
    [
      '"My Workspace" cannot be a workspace that newcomers come into; a workspace name has small letters, digits, - and _, and begins with neither - nor _.',
    ],
  ],
  [
    "not YAML",
    {},
    'providers: [\nclient_secret: "s3cret',
    [`${PATH} is not YAML: flow collections must be sufficiently indented in line 2.`],
  ],
  ["another key", {}, "provider: []", [`${PATH}: the file has provider, which is not known.`]],
  ["a switch that is none", {}, "enabled: maybe", [`${PATH}: enabled is "maybe"; it must be of the type boolean.`]],
  [
    "a secret that is no text",
    {},
    "providers: [{name: github, client_id: 7, client_secret: {a: s3cret}}]",
    [
      `${PATH}: providers.0.client_id is 7; it must be of the type string.`,
      `${PATH}: providers.0.client_secret is set to a value that does not do; it must be of the type string.`,
    ],
  ],
  [
    "a provider twice",
    { variables: KEYS },
    "providers: [{name: github}, {name: github}]",
    ['The provider "github" is configured twice.'],
  ],
] as const)(
  "AUT-20 RTE-28 %s is refused by a sentence that names the value, and no secret",
  (_, env, content, mistakes) => {
    const told = mistakesOf(env, content);
    expect(told.join()).not.toContain("s3cret");
    if (_ === "not YAML")
      expect(told[0]).toMatch(/^\/home\/of\/postil\/\.oauth\.yaml is not YAML: [a-z ]+ in line \d+\.$/);
    else expect(told).toEqual(mistakes);
  },
);

test("AUT-20 no file makes reading it fail in any other way", () => {
  const texts = fc.oneof(fc.string(), fc.json().map(String));
  fc.assert(
    fc.property(texts, (content) => {
      const result = read({}, content);
      expect("mistakes" in result ? result.mistakes.length : 1).toBeGreaterThan(0);
    }),
  );
});

const withClaims = (claims: string) =>
  `providers:\n  - {name: museum, issuer: "https://id.example", client_id: a, client_secret: b, ${claims}}`;

test("COM-04 COM-10 a table of claims and the longest session are read, with what is usual where they say nothing", () => {
  const table = "table: [{value: it, role: owner}, {value: c, role: admin, workspaces: [letters]}]";
  const [one] = settingsOf({}, withClaims(`session_hours: 12, claims: {path: groups, ${table}}`)).providers;
  expect(one).toMatchObject({ sessionHours: 12 });
  expect(one?.claims).toEqual({
    path: "groups",
    otherwise: null,
    rows: [
      { value: "it", role: "owner", workspaces: [] },
      { value: "c", role: "admin", workspaces: ["letters"] },
    ],
  });
  const lenient = withClaims(`claims: {path: a.b, otherwise: annotator, ${table}}`);
  expect(settingsOf({}, lenient).providers[0]?.claims?.otherwise).toBe("annotator");
});

test.each([
  ["session_hours: 0", "session_hours is 0; it must be a whole number of hours from 1 to 720"],
  ["session_hours: 1.5", "session_hours is 1.5; it must be a whole number of hours from 1 to 720"],
  ["claims: {path: groups}", "claims.table is missing"],
  ["claims: {path: groups, table: []}", "claims.table is []; it must be a list of 1 to 1000 lines"],
  ["claims: {path: g, table: [{value: a, role: boss}]}", 'role is "boss"; it must be one of owner, admin, annotator'],
  ["claims: {path: g, otherwise: admin, table: [{value: a, role: admin}]}", "it must be refuse or annotator"],
  [
    "claims: {path: g, table: [{value: a, role: admin, workspaces: [No Good]}]}",
    '"No Good" cannot be a workspace in the table',
  ],
])("COM-04 a mistake in the table stops the start with its place and value: %s", (claims, told) => {
  expect(mistakesOf({}, withClaims(claims)).join("\n")).toContain(told);
});
