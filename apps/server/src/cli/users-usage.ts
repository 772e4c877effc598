export const USERS_USAGE = `postil users list
postil users create USERNAME [options]
  --role annotator|admin|owner     default: annotator
  --workspace NAME                 the user's workspace (again for more)
  --password PASSWORD              default: a random one, printed once
  --password-hash HASH             in place of it: bcrypt's, from another server, in single quotes
  --first-name NAME --last-name NAME
postil users import FILE           a file of users of another server, YAML or JSON
postil users invite USERNAME [options]
  --days 1|7|30                    how long the link works; default: 7
  --role, --workspace, --first-name, --last-name as above, for somebody new
postil users set-password USERNAME [--password PASSWORD]
postil users set-role USERNAME annotator|admin|owner
postil users add-to WORKSPACE USERNAME
postil users remove-from WORKSPACE USERNAME
postil users rotate-key USERNAME
postil users keys USERNAME
postil users revoke-key USERNAME KEY
postil users sign-out USERNAME
postil users deactivate USERNAME
postil users reactivate USERNAME
postil users delete USERNAME`;
