import { Box } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { PLOTS_OF_LOT } from '../../../../server/domain/lot/lotInput.ts';
import type { FormState } from '../../../design/form/useForm.ts';
import type { CreateLotInput } from '../../../graphql/generated.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { useFarmDefaults, type FarmDefaults } from '../../farms/useFarmDefaults.ts';
import { placeOfPlots } from '../fields/placeOfPlots.ts';
import type { CreateLotForm } from './createLotForm.ts';

/** A farm id as it is stored. */
export const typedFarm = (text: string): string => text.trim().toUpperCase();

interface FilledFromFarmProps {
  form: FormState<CreateLotForm, CreateLotInput>;
  /** the farm that was taken from the list */
  farmId: string;
  /** the farmer that an earlier farm filled in; a name that was typed stays */
  earlier: string;
  onFarmer: (name: string) => void;
}

/** Fills in farmer, variety, plots and place of a farm once they are loaded, as the screen at the scale does, and says so. */
export function FilledFromFarm({ form, farmId, earlier, onFarmer }: FilledFromFarmProps) {
  const { say } = useLotListWords();
  const { plots, newest, farmer } = useFarmDefaults(farmId);
  const isDone = useRef(false);
  const [isFilled, setFilled] = useState(false);
  const fill = useEffectEvent((found: Pick<FarmDefaults, 'plots' | 'newest' | 'farmer'>) => {
    if (isDone.current || found.plots === undefined || found.newest === undefined || found.farmer === undefined) return;
    isDone.current = true;
    const { farmerName } = form.values;
    if (found.farmer !== '' && (farmerName.trim() === '' || farmerName === earlier)) {
      form.set('farmerName', found.farmer);
      onFarmer(found.farmer);
    }
    if (found.newest) form.set('cacaoVariety', found.newest.cacaoVariety);
    const names = found.plots.flatMap(({ name }) => (name === null ? [] : [name]));
    const chosen = names.length <= PLOTS_OF_LOT ? names : [];
    form.set('plots', chosen);
    const place = placeOfPlots(found.plots.filter(({ name }) => name !== null && chosen.includes(name)));
    const latitude = place?.latitude ?? found.newest?.latitude?.toFixed(6);
    const longitude = place?.longitude ?? found.newest?.longitude?.toFixed(6);
    if (latitude !== undefined && longitude !== undefined) {
      form.set('latitude', latitude);
      form.set('longitude', longitude);
    }
    setFilled(true);
  });
  useEffect(() => fill({ plots, newest, farmer }), [plots, newest, farmer]);
  return (
    <Box role="status" fontSize="sm" color="fg.muted" mt="3">
      {isFilled && say('farmPicker.filled', { farmId })}
    </Box>
  );
}
