import { Check } from 'lucide-react';
import { LOT_PRESETS, type LotPreset } from '../../../../server/domain/lot/lotPresets.ts';
import { Button } from '../../../design/Button.tsx';
import { Scroller } from '../../../design/scroll/Scroller.tsx';
import { useLotListWords } from '../../../words/lotListWords.ts';

export interface LotPresetsProps {
  chosen: LotPreset | '';
  onChoose: (preset: LotPreset | '') => void;
}

/** Predefined filters; a click on the active one clears it. */
export function LotPresets({ chosen, onChoose }: LotPresetsProps) {
  const { say } = useLotListWords();
  return (
    <Scroller
      label={say('preset.label')}
      always
      ground="bg"
      frame={{ m: '-3px' }}
      display="flex"
      gap="2"
      p="3px"
      css={{ scrollbarWidth: 'none' }}
    >
      {LOT_PRESETS.map((preset) => {
        const pressed = preset === chosen;
        return (
          <Button
            key={preset}
            size="sm"
            variant="secondary"
            borderRadius="full"
            flexShrink="0"
            aria-pressed={pressed}
            css={pressed ? { bg: 'leaf.subtle', borderColor: 'leaf.solid', color: 'leaf' } : undefined}
            onClick={() => onChoose(pressed ? '' : preset)}
          >
            {pressed && <Check aria-hidden />}
            {say(`preset.${preset}`)}
          </Button>
        );
      })}
    </Scroller>
  );
}
