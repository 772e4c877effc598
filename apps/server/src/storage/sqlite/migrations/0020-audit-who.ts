/**
 * Under whose name an entry stands: whoever did it, and of a failed sign-in the name that was tried. It takes the place of the
 * index of those who did it.
 */
export const auditWho = `
alter table audit add column who text generated always as (
  case when actor is null and kind = 'sign_in_failed' then person else actor end
) virtual;
drop index audit_actor;
create index audit_who on audit (who, key);
`;
