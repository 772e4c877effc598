/** The latest time that was given to anything, so that what comes later is later whatever the system's clock says. */
export const clock = `
create table clock (last integer not null) strict;
insert into clock select coalesce(max(at), 0) from (
  select max(inserted_at, updated_at) as at from user
  union all select max(inserted_at, updated_at) from workspace
  union all select inserted_at from membership
  union all select max(inserted_at, updated_at, last_activity_at) from dataset
  union all select max(inserted_at, updated_at) from field
  union all select max(inserted_at, updated_at) from question
  union all select max(inserted_at, updated_at) from metadata_property
  union all select max(inserted_at, updated_at) from vector_settings
  union all select max(inserted_at, updated_at) from record
  union all select max(inserted_at, updated_at) from suggestion
  union all select max(inserted_at, updated_at) from response
  union all select last_updated_at from task_dataset
  union all select at from activity
  union all select flagged_at from flag
  union all select max(inserted_at, updated_at) from saved_view
);
`;
