import { Box, chakra, Grid } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { DELIVERY_GRADES } from '../../../server/domain/lot/deliveryInput.ts';
import { NumberInput } from '../../design/form/inputs.tsx';
import type { FormState } from '../../design/form/useForm.ts';
import { useReceiveWords } from '../../words/receiveWords.ts';
import { typedNet, type ReceivedInput, type ReceiveValues, type ScaleField } from './receiveForm.ts';

type ScaleForm = FormState<ReceiveValues, ReceivedInput>;
type NumberOfScale = Exclude<ScaleField, 'grade'>;

/** What the scale and the moisture meter show, with the net weight. */
export function ScaleFields({ form, isTouch }: { form: ScaleForm; isTouch: boolean }) {
  const { say } = useReceiveWords();
  const figure = (field: NumberOfScale, label: string, unit?: string) => (
    <NumberInput
      form={form}
      field={field}
      label={label}
      unit={unit}
      required
      data-scale={field}
      // On touch devices our own keys type, which have a key for the next field.
      inputMode={isTouch ? 'none' : 'decimal'}
      enterKeyHint="next"
      autoComplete="off"
      minH="14"
      fontSize="xl"
      // The keys at the lower edge of the window must not hide it.
      scrollMarginBottom={isTouch ? '18rem' : undefined}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
  return (
    <TwoColumns>
      {figure('bags', say('label.bags'))}
      {figure('grossKg', say('label.grossKg'), say('unit.kg'))}
      {figure('tareKg', say('label.tareKg'), say('unit.kg'))}
      <NetWeight values={form.values} />
      {figure('moistureContent', say('label.moistureContent'), say('unit.percent'))}
      {figure('temperature', say('label.temperature'), say('unit.celsius'))}
      <Box gridColumn="1 / -1">
        <GradeChoice form={form} />
      </Box>
    </TwoColumns>
  );
}

function TwoColumns({ children }: { children: ReactNode }) {
  return (
    <Grid templateColumns="repeat(2, minmax(0, 1fr))" columnGap="4" rowGap="3">
      {children}
    </Grid>
  );
}

/** The grade of the cut test as large keys: arrow keys choose, Enter registers. */
function GradeChoice({ form }: { form: ScaleForm }) {
  const { say } = useReceiveWords();
  const name = useId();
  return (
    <chakra.fieldset border="none" minW="0" data-scale="grade">
      <chakra.legend fontSize="sm" fontWeight="500" mb="1">
        {say('label.grade')}
      </chakra.legend>
      <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="2">
        {(['', ...DELIVERY_GRADES] as const).map((grade) => (
          <chakra.label
            key={grade}
            display="flex"
            alignItems="center"
            gap="2"
            minH="12"
            px="3"
            borderWidth="1px"
            borderColor="edge"
            borderRadius="control"
            bg="bg.raised"
            cursor="pointer"
            css={{ '&:has(:checked)': { bg: 'leaf.subtle', color: 'leaf', borderColor: 'leaf' } }}
          >
            <chakra.input
              type="radio"
              name={name}
              checked={form.values.grade === grade}
              onChange={() => form.set('grade', grade)}
              boxSize="5"
              accentColor="leaf.solid"
              flexShrink="0"
            />
            {grade === '' ? say('receive.notGraded') : grade}
          </chakra.label>
        ))}
      </Grid>
    </chakra.fieldset>
  );
}

/** Net weight in large figures; announced when it changes. */
function NetWeight({ values }: { values: ReceiveValues }) {
  const { say, formatKg } = useReceiveWords();
  const net = typedNet(values);
  return (
    <Grid alignContent="center">
      <Box fontSize="sm" fontWeight="500">
        {say('receive.net')}
      </Box>
      <chakra.output
        aria-live="polite"
        fontSize="2xl"
        fontWeight="600"
        lineHeight="1.2"
        fontVariantNumeric="tabular-nums"
        overflowWrap="anywhere"
      >
        {formatKg(net)}
      </chakra.output>
    </Grid>
  );
}
