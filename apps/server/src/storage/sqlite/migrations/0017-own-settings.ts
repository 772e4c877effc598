/**
 * What follows a person from browser to browser, member by member as JSON; and the API keys they have beside that of the wire. Of
 * a named key only its SHA-256 is kept: it is drawn from so many that nobody can try them, so a slow hash would protect nothing
 * more. When keys were used last stands beside, for it is written again and again: `key_id` is that of a named key, or of the user
 * whose first key it is. Accounts made through a provider had a password that nobody knew; now they have
 * none.
 */
export const ownSettings = `
create table preference (
  user_key integer not null, name text not null, value text not null, changed_at integer not null,
  primary key (user_key, name)
) strict, without rowid;

create table api_key (
  id text primary key, user_key integer not null, name text not null, hash blob not null unique, ending text not null,
  inserted_at integer not null, expires_at integer, unique (user_key, name)
) strict, without rowid;

create table key_use (key_id text primary key, used_at integer not null, used_by text) strict, without rowid;

update user set password_hash = '' where provider is not null;
`;
