import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { TextAreaField } from '../../design/Field.tsx';
import { localizedText } from '../../words/localizedTexts.ts';
import { useFarmWords } from '../../words/farmWords.ts';
import { pastedPlot, type PastedPlot } from './pastedPlot.ts';

interface PastePanelProps {
  pasted: string;
  onChange: (pasted: string, plot: PastedPlot | null) => void;
}

/** Reads an outline from pasted GeoJSON, and reports what cannot be used. */
export function PastePanel({ pasted, onChange }: PastePanelProps) {
  const words = useFarmWords();
  const { say } = words;
  const [taken, setTaken] = useState<PastedPlot | null>(() => (pasted.trim() === '' ? null : pastedPlot(pasted)));
  const take = (text: string): void => {
    const plot = text.trim() === '' ? null : pastedPlot(text);
    setTaken(plot);
    onChange(text, plot);
  };
  const wrong =
    taken?.kind === 'several'
      ? say('paste.several', { count: taken.count })
      : taken?.kind === 'wrong'
        ? taken.faults.map((said) => localizedText(words, said)).join(' ')
        : null;
  return (
    <Box>
      <TextAreaField
        label={say('paste.label')}
        hint={say('paste.hint')}
        rows={6}
        spellCheck={false}
        fontFamily="mono"
        value={pasted}
        onChange={take}
        error={wrong}
      />
      <Box fontSize="sm" color="leaf" role="status">
        {taken?.kind === 'outline' && say('paste.taken', { corners: taken.corners.length })}
        {taken?.kind === 'point' && say('paste.takenPoint')}
      </Box>
    </Box>
  );
}
