/** People who may not come in for now, and when each was here last. */
export const people = `
alter table user add column deactivated_at integer;

create table last_seen (
  user_id text primary key, at integer not null, by_key integer not null
) strict, without rowid;
`;
