/** One-time links by which a person chooses a password; of the code only what it hashes to. */
export const invitations = `
create table invitation (
  key integer primary key autoincrement, code_hash text not null unique, user_id text not null,
  expires_at integer not null, inserted_at integer not null, used_at integer, ended_at integer
) strict;
create index invitation_user on invitation (user_id);
`;
