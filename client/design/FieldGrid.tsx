import { Grid, type SystemStyleObject } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/*
 * <FieldGrid>
 *   <TextField ... /><SelectField ... />
 *   <Box {...WHOLE_ROW}><TextAreaField ... /></Box>
 * </FieldGrid>
 *
 * Two fields in a row, where there is room. Their hints, controls and errors stand on common lines, however long a neighbor's are.
 */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
      columnGap="4"
      // Rows are kept apart by what stands in them: the lines within a field are rows as well.
      mb="-4"
      css={ON_COMMON_LINES}
    >
      {children}
    </Grid>
  );
}

/** For what is not to share its row. */
export const WHOLE_ROW = { gridColumn: { md: '1 / -1' } } as const;

/** A `Field` is a label, a hint where it has one, a control and an error. */
const ON_COMMON_LINES: SystemStyleObject = {
  '& > *': { pb: '4' },
  md: {
    '& > [data-field]': { display: 'grid', gridTemplateRows: 'subgrid', gridRow: 'span 4', rowGap: '0' },
    '& > [data-field] > *': { mb: '1' },
    '& > [data-field] > :first-child': { gridRow: '1' },
    // A label without a hint stands right above its control, beside what is explained.
    '& > [data-field]:not(:has(> :nth-child(4))) > :first-child': { gridRow: '2', alignSelf: 'end' },
    '& > [data-field] > :nth-last-child(2)': { gridRow: '3' },
    '& > [data-field] > :last-child': { gridRow: '4', mb: '0' },
  },
};
