/** What the hashes cost that people brought from another server: asked for at every sign-in, and there are few different ones. */
export const broughtHashes = `
create index user_brought_cost on user (substr(password_hash, 5, 2)) where substr(password_hash, 1, 2) = '$2';
`;
