/** How often a job was begun since its last step that was done: what ends the server each time is given up. */
export const jobTries = `
alter table job add column tries integer not null default 0;
`;
