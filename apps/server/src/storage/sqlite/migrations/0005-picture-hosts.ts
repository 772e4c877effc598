/** The hosts whose pictures a dataset's markdown loads by itself: a JSON list of texts. */
export const pictureHosts = `
alter table dataset add column picture_hosts text not null default '[]';
`;
