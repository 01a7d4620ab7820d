import { Box, chakra, Flex } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { IconButton } from '../../client/design/Button.tsx';
import { Mark } from '../../client/design/Mark.tsx';
import { useScheme } from '../../client/design/scheme.ts';
import { Toaster } from '../../client/design/Toaster.tsx';
import { ChartPieces } from './ChartPieces.tsx';
import { FieldPieces } from './FieldPieces.tsx';
import { FormPieces } from './FormPieces.tsx';
import { MapPieces } from './MapPieces.tsx';
import { OverlayPieces } from './OverlayPieces.tsx';
import { PalettePieces } from './PalettePieces.tsx';
import { anchorOf } from './Shown.tsx';
import { SimplePieces } from './SimplePieces.tsx';
import { TablePieces } from './TablePieces.tsx';
import { WaitingPieces } from './WaitingPieces.tsx';

const TITLES = [
  'Colors',
  'Buttons and links',
  'Badges',
  'Banners',
  'Page and panels',
  'Figures',
  'Records',
  'Pages of a list',
  'Fields',
  'Forms',
  'Wizard',
  'Table',
  'Charts',
  'Map',
  'Dialogs',
  'Drawer',
  'Toasts',
  'Palette',
  'Shortcuts',
  'Loading',
  'Nothing and broken',
];

const PARTS = {
  simple: SimplePieces,
  fields: FieldPieces,
  forms: FormPieces,
  table: TablePieces,
  charts: ChartPieces,
  maps: MapPieces,
  overlays: OverlayPieces,
  palette: PalettePieces,
  waiting: WaitingPieces,
} as const;

export type Part = keyof typeof PARTS;

/** Every piece of client/design in each of its states; at `?only=table&only=forms` these parts alone. */
export function PiecesPage() {
  const only = new URLSearchParams(location.search).getAll('only');
  const [scheme, toggle] = useScheme();
  return (
    <>
      <chakra.header
        display="flex"
        alignItems="center"
        gap="3"
        px={{ base: '4', md: '6' }}
        py="2"
        bg="bg.raised"
        borderBottomWidth="1px"
        borderColor="line"
      >
        <Mark size="1.75rem" />
        <chakra.h1 fontSize="lg" fontWeight="600" flex="1">
          Pieces
        </chakra.h1>
        <IconButton
          label={scheme === 'dark' ? 'Light' : 'Dark'}
          icon={scheme === 'dark' ? <Sun /> : <Moon />}
          onClick={toggle}
        />
      </chakra.header>
      <Flex maxW="content" mx="auto" px={{ base: '4', md: '6' }} py="8" gap="10" align="flex-start">
        <chakra.nav aria-label="Pieces" hideBelow="lg" position="sticky" top="8" w="11rem" flexShrink="0" fontSize="sm">
          {TITLES.map((title) => (
            <chakra.a
              key={title}
              href={`#${anchorOf(title)}`}
              display="block"
              py="1"
              color="fg.muted"
              _hover={{ color: 'fg' }}
            >
              {title}
            </chakra.a>
          ))}
        </chakra.nav>
        <Box as="main" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="14" flex="1" minW="0">
          {Object.entries(PARTS).map(([part, Pieces]) =>
            only.length === 0 || only.includes(part) ? <Pieces key={part} /> : null,
          )}
        </Box>
      </Flex>
      <Toaster />
    </>
  );
}
