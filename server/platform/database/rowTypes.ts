import { types, type CustomTypesConfig } from 'pg';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;

/** Plain rows: bigints and numerics as numbers (counts and positions stay far below 2^53), days as YYYY-MM-DD, instants as Date. */
export const ROW_TYPES: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === DATE) return String;
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(text);
    return types.getTypeParser(oid, format);
  },
};
