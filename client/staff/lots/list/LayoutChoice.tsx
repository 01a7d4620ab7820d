import { Flex } from '@chakra-ui/react';
import { LayoutGrid, Rows3, Table2, type LucideIcon } from 'lucide-react';
import { IconButton } from '../../../design/Button.tsx';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { LAYOUTS, type Layout } from './lotListAddress.ts';

const ICONS: Record<Layout, LucideIcon> = { table: Table2, grid: LayoutGrid, compact: Rows3 };

/** Table, cards or compact cards. */
export function LayoutChoice({ layout, onChange }: { layout: Layout; onChange: (layout: Layout) => void }) {
  const { say } = useLotListWords();
  return (
    <Flex
      role="group"
      aria-label={say('lots.view')}
      flexShrink="0"
      borderWidth="1px"
      borderColor="edge"
      borderRadius="control"
      bg="bg.raised"
    >
      {LAYOUTS.map((one) => {
        const Icon = ICONS[one];
        const pressed = one === layout;
        return (
          <IconButton
            key={one}
            label={say(`lots.${one}`)}
            icon={<Icon />}
            aria-pressed={pressed}
            minH={{ base: '11', md: '9' }}
            css={pressed ? { bg: 'leaf.subtle', color: 'leaf' } : { color: 'fg.muted' }}
            onClick={() => onChange(one)}
          />
        );
      })}
    </Flex>
  );
}
