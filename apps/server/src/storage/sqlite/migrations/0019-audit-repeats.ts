/** What happened just before from the same place, which is asked for at every failed sign-in: one look, however long the trail is. */
export const auditRepeats = `
create index audit_repeat on audit (kind, address, at);
`;
