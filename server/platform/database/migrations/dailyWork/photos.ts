/** Place and time of field photos, which stay by choice, and thumbnails. */
export const PHOTO_DDL = `
  alter table dd_document
    add column photo_lat_micro integer check (abs(photo_lat_micro) <= 90000000),
    add column photo_lon_micro integer check (abs(photo_lon_micro) <= 180000000),
    -- by the clock of the camera, without a time zone
    add column photo_taken_at text check (photo_taken_at ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$'),
    add check ((photo_lat_micro is null) = (photo_lon_micro is null)),
    -- of a photo, as the browser made it; null once the document was removed or erased
    add column thumbnail bytea,
    add column thumbnail_sha256 bytea,
    add check ((thumbnail is null) = (thumbnail_sha256 is null)),
    add check (thumbnail is null or bytes is not null);
  alter table dd_document alter column thumbnail set storage external;
  -- The planner's samples would keep personal data after its erasure.
  alter table dd_document alter column photo_lat_micro set statistics 0, alter column photo_lon_micro set statistics 0,
    alter column photo_taken_at set statistics 0, alter column thumbnail set statistics 0;
  -- The sum of all sizes is read from this index alone, with the number of thumbnails.
  drop index dd_document_sizes;
  create index dd_document_sizes on dd_document (size_bytes, thumbnail_sha256) where removed_at is null;
`;
