/**
 * Through which provider an account was created, and who its person is there (AUT-22): a name alone proves nothing. Accounts
 * that were made here, as all were before, have neither.
 */
export const providerAccounts = `
alter table user add column provider text;
alter table user add column subject text;
create unique index user_subject on user (provider, subject) where deleted_at is null;
`;
