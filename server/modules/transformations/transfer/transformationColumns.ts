/** Columns of a file of transformations: each row is an input or an output. */
export const PART_COLUMNS = [
  'transformation',
  'role',
  'lot',
  'weight',
  'moistureContent',
  'temperature',
  'qualityScore',
  'currentProcess',
] as const;
/** What a row says of its whole transformation; one row of each is enough. */
export const WHOLE_COLUMNS = [
  'step',
  'at',
  'lossWeight',
  'lossReason',
  'lossNote',
  'place',
  'operatorName',
  'notes',
  'explanation',
] as const;
export const TRANSFORMATION_COLUMNS = [...PART_COLUMNS, ...WHOLE_COLUMNS] as const;
export type TransformationColumn = (typeof TRANSFORMATION_COLUMNS)[number];
