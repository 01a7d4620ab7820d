import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { LOT_TEXTS, type FigureField } from '../../../../server/domain/lot/lotTable.ts';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { CheckboxInput } from '../../../design/form/inputs.tsx';
import { partOf, type FormState } from '../../../design/form/useForm.ts';
import { Facts } from '../../../design/Page.tsx';
import { useGoToStep } from '../../../design/wizard/goToStep.ts';
import type { CreateLotInput } from '../../../graphql/generated.ts';
import { DASH } from '../../../words/format.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { varietyWord } from '../../statusLabels.ts';
import type { CreateLotForm } from './createLotForm.ts';
import { FarmerDoubt } from './FarmerDoubt.tsx';
import { MEASURED_FIELDS } from '../fields/lotForm.ts';
import { AnonymityInput } from '../fields/LotFields.tsx';
import { LocationWarnings } from '../fields/PlacePreview.tsx';
import { typed } from '../fields/typedFigure.ts';
import type { LocationCheck } from '../fields/useLocationCheck.ts';

const COLUMNS = { base: '1fr', md: '1fr 1fr' } as const;

/** All input by section, and the confirmation before submit (docs/spec/staff-screens.md, 'Create-lot wizard'). */
export function CreateLotReview({
  form,
  look,
}: {
  form: FormState<CreateLotForm, CreateLotInput>;
  look: LocationCheck;
}) {
  const words = useLotListWords();
  const { say, formatDate } = words;
  const { values } = form;
  const go = useGoToStep();
  const asked = useRef<HTMLDivElement>(null);
  const figure = (field: FigureField) => [say(`label.${field}`), typed(words, values[field], field)] as const;
  return (
    <Flex direction="column" gap="5">
      {/* Comes first, so that users notice the confirmation at the end and can jump to it. */}
      <Flex align="center" justify="space-between" wrap="wrap" columnGap="3" fontSize="sm" color="fg.muted">
        <chakra.p tabIndex={-1} data-step-start _focusVisible={{ outline: 'none' }}>
          {say('create.review.toConfirm')}
        </chakra.p>
        <GoToConsent asked={asked} />
      </Flex>
      <Grid templateColumns={COLUMNS} columnGap="8" rowGap="5" alignItems="start">
        <ReviewPart title={say('create.basicInfo')} onChange={() => go(0)}>
          <Facts
            items={[
              [say('label.lotId'), values.lotId.trim().toUpperCase()],
              [say('label.farmId'), values.farmId.trim().toUpperCase()],
              ...LOT_TEXTS.map((field) => [say(`label.${field}`), values[field].trim() || DASH] as const),
              [say('label.cacaoVariety'), varietyWord(words, values.cacaoVariety)],
              [say('label.harvestDate'), formatDate(values.harvestDate || null)],
            ]}
          />
        </ReviewPart>
        <ReviewPart title={say('create.location')} onChange={() => go(1)}>
          <Facts
            items={[
              ...(values.plots.length > 0 ? [[say('form.plots'), values.plots.join(', ')] as const] : []),
              figure('latitude'),
              figure('longitude'),
            ]}
          />
        </ReviewPart>
        <ReviewPart title={say('create.quality')} beside onChange={() => go(2)}>
          <Facts
            items={[
              ...MEASURED_FIELDS.map(figure),
              [say('form.certifications'), values.certifications.join(', ') || DASH],
            ]}
          />
        </ReviewPart>
      </Grid>
      <LocationWarnings look={look} />
      <FarmerDoubt farmId={values.farmId} farmerName={values.farmerName} />
      <Box ref={asked} borderTopWidth="1px" borderColor="line" pt="3">
        <CheckboxInput form={form} label={say('create.consent')} required field="consent" />
        <AnonymityInput form={partOf(form)} />
      </Box>
      <Banner tone="sky">{say('create.after')}</Banner>
    </Flex>
  );
}

function GoToConsent({ asked }: { asked: RefObject<HTMLDivElement | null> }) {
  const { say } = useLotListWords();
  return (
    <Button
      size="sm"
      variant="quiet"
      mx="-3"
      onClick={() => {
        const box = asked.current?.querySelector('input');
        box?.focus();
        box?.scrollIntoView({ block: 'center' });
      }}
    >
      {say('create.review.goConfirm')}
    </Button>
  );
}

interface ReviewPartProps {
  title: string;
  /** beside the earlier sections, if there is room */
  beside?: boolean;
  onChange: () => void;
  children: ReactNode;
}

function ReviewPart({ title, beside = false, onChange, children }: ReviewPartProps) {
  const { say } = useLotListWords();
  return (
    <Box minW="0" gridColumn={beside ? { md: '2' } : undefined} gridRow={beside ? { md: '1 / span 2' } : undefined}>
      <Flex align="center" justify="space-between" mb="1">
        <chakra.h3 fontSize="sm" fontWeight="600">
          {title}
        </chakra.h3>
        <Button
          size="sm"
          variant="quiet"
          me="-3"
          aria-label={say('create.review.changePart', { part: title })}
          onClick={onChange}
        >
          {say('create.review.change')}
        </Button>
      </Flex>
      {children}
    </Box>
  );
}
