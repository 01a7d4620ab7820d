import { Grid, type SystemStyleObject } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/*
 * <FieldGrid>
 *   <TextField ... /><SelectField ... />
 *   <Box {...WHOLE_ROW}><TextAreaField ... /></Box>
 * </FieldGrid>
 *
 * Two fields per row on wide screens. Hints, controls and errors of a row align, whatever their lengths.
 */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
      columnGap="4"
      // Padding of the items separates the rows: a row gap would also apply inside a field, whose parts are subgrid rows.
      mb="-4"
      css={ON_COMMON_LINES}
    >
      {children}
    </Grid>
  );
}

/** For a field that takes the whole row. */
export const WHOLE_ROW = { gridColumn: { md: '1 / -1' } } as const;

/** A `Field` consists of a label, an optional hint, a control and an error. */
const ON_COMMON_LINES: SystemStyleObject = {
  '& > *': { pb: '4' },
  md: {
    '& > [data-field]': { display: 'grid', gridTemplateRows: 'subgrid', gridRow: 'span 4', rowGap: '0' },
    '& > [data-field] > *': { mb: '1' },
    '& > [data-field] > :first-child': { gridRow: '1' },
    // A label without a hint sits directly above its control, beside the neighbor's hint.
    '& > [data-field]:not(:has(> :nth-child(4))) > :first-child': { gridRow: '2', alignSelf: 'end' },
    '& > [data-field] > :nth-last-child(2)': { gridRow: '3' },
    '& > [data-field] > :last-child': { gridRow: '4', mb: '0' },
  },
};
