/**
 * Tokens name a session, which can be ended. What happened to accounts and what was deleted is written into a trail, whose
 * texts name people and things as they were called then.
 */
export const sessionsAndAudit = `
create table session (
  id text primary key, user_id text not null, number integer not null, renews integer not null,
  began_at integer not null, renewed_at integer not null, expires_at integer not null, ended_at integer, ended_by text
) strict, without rowid;
create index session_user on session (user_id, renewed_at);
create index session_expires on session (expires_at);

create table audit (
  key integer primary key autoincrement, at integer not null, kind text not null,
  actor_id text, actor text, person_id text, person text, told text not null,
  address text, program text, times integer not null default 1
) strict;
create index audit_at on audit (at);
create index audit_kind on audit (kind, key);
create index audit_actor on audit (actor, key);
`;
