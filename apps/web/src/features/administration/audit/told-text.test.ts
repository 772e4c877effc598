import { AUDIT_GROUPS, type AuditEvent } from "@postil/domain/accounts/audit";
import { PROVIDER_REFUSALS, type ProviderRefusal } from "@postil/domain/accounts/sign-in";
import { expect, test } from "vitest";
import "../../../lib/i18n/en/administration.ts";
import { toldParts } from "./told-text.ts";

const said = (event: AuditEvent, times = 1) =>
  toldParts({ key: 1, at: 0, actor: null, event, address: null, program: null, times });
const text = (event: AuditEvent, times = 1) =>
  said(event, times)
    .map((part) => part.text)
    .join("");
const ann = { id: null, username: "ann" };

test("AUT-14 what happened is told in words, and names stand out whatever they hold", () => {
  const put: AuditEvent = { kind: "membership_added", person: ann, told: { workspace: "<b>odd</b>" } };
  expect(text(put)).toBe("Put ann into <b>odd</b>");
  expect(
    said(put)
      .filter(({ isName }) => isName)
      .map((part) => part.text),
  ).toEqual(["ann", "<b>odd</b>"]);
  expect(text({ kind: "sign_in_failed", person: ann, told: { how: "password" } }, 3)).toBe(
    "Wrong password, or no such person, 3 times within a minute",
  );
  expect(text({ kind: "sign_in_failed", person: ann, told: { how: "deactivated" } })).toBe(
    "The right password of an account that is deactivated",
  );
  expect(text({ kind: "sign_in_failed", told: { how: "key" } }, 30)).toBe(
    "An API key that is nobody's, 30 times within a minute",
  );
  const told = { how: "provider", provider: "GitHub", why: "account" } as const;
  expect(text({ kind: "sign_in_failed", person: ann, told })).toBe(
    "GitHub confirmed them, and does not open the account of that name",
  );
  expect(text({ kind: "role_changed", person: ann, told: { from: "admin", to: "owner" } })).toBe(
    "ann from admin to owner",
  );
  expect(text({ kind: "key_revoked", person: ann, told: { name: "old laptop", lastUsed: null } })).toBe(
    "Revoked the key old laptop of ann",
  );
  expect(text({ kind: "sessions_ended", told: { count: 1 } })).toBe("Ended 1 other session");
  expect(text({ kind: "sessions_ended", person: ann, told: { count: 2 } })).toBe("Ended 2 sessions of ann");
  const gone = { dataset: "tones", workspace: "news", records: 1500 };
  expect(text({ kind: "dataset_deleted", told: { ...gone, answers: 49 } })).toBe(
    "Deleted the dataset tones in news: 1,500 records, 49 answers",
  );
  expect(text({ kind: "dataset_deleted", told: { ...gone, answers: null } })).toBe(
    "Deleted the dataset tones in news: 1,500 records",
  );
  expect(text({ kind: "dataset_deleted", told: { ...gone, records: 1, answers: 1 } })).toBe(
    "Deleted the dataset tones in news: 1 record, 1 answer",
  );
  expect(text({ kind: "dataset_deleted", told: { ...gone, records: 1, answers: null } })).toBe(
    "Deleted the dataset tones in news: 1 record",
  );
  const inTones = { dataset: "tones", workspace: "news" };
  expect(text({ kind: "records_deleted", told: { ...inTones, records: 1 } }, 40)).toBe(
    "Deleted 1 record in tones of news, 40 times within a minute",
  );
  expect(text({ kind: "setting_deleted", told: { ...inTones, what: "rule", name: "goal*" } })).toBe(
    "Deleted the rule goal* in tones of news",
  );
  expect(text({ kind: "setting_deleted", told: { ...inTones, what: "task_settings", name: null } })).toBe(
    "Deleted the settings of tones in news",
  );
  expect(text({ kind: "dataset_exported", told: { ...inTones, records: 1500 } })).toBe(
    "Exported 1,500 records of tones in news",
  );
  expect(text({ kind: "export_unfinished", told: { ...inTones, records: 12, end: "failed" } })).toBe(
    "The export of tones in news failed after 12 records: the file is not whole",
  );
  expect(text({ kind: "file_unfinished", told: { of: "audit", end: "stopped" } })).toBe(
    "The file of the audit trail is not whole: it was stopped",
  );
  const mara = { id: "u1", username: "mara" };
  expect(text({ kind: "file_unfinished", told: { of: "person", end: "refused" }, person: mara })).toBe(
    "The file of all that is kept about mara is not whole: the right to it was lost",
  );
});

test.each(Object.keys(PROVIDER_REFUSALS) as ProviderRefusal[])("I18-02 a provider's refusal %s has a text", (why) => {
  const words = text({ kind: "sign_in_failed", told: { how: "provider", provider: "GitHub", why } });
  expect(words).toMatch(/GitHub/);
  expect(words).not.toMatch(/audit\.|\{\{/);
});

test("I18-02 every kind has a text of its own", () => {
  const told = { how: "password", role: "admin", from: "admin", to: "owner", name: null, until: 0, count: 2 };
  const rest = {
    workspace: "w",
    dataset: "d",
    snapshot: "s",
    records: 1,
    answers: 2,
    lastUsed: null,
    what: "rule",
    suggestions: 1,
    host: "h",
    end: "failed",
  };
  for (const kind of Object.values(AUDIT_GROUPS).flat()) {
    // Has more details than any real kind has.
    const words = text({ kind, person: ann, told: { ...told, ...rest } } as unknown as AuditEvent);
    expect(words, kind).not.toMatch(/audit\.|\{\{/);
    expect(words.length, kind).toBeGreaterThan(5);
  }
});

test("UPG-08 an event of a kind that only a newer server knows is shown by its kind", () => {
  const event = { kind: "model_trained", told: { dataset: "reviews", workspace: "team" } } as unknown as AuditEvent;
  expect(text(event)).toBe("model_trained");
});
