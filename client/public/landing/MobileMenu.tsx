import { Box, chakra, Flex } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { AnchorButton, IconButton } from '../../design/Button.tsx';
import { useLandingWords } from '../../words/landingWords.ts';
import { useInLanguage } from '../pageAddress.ts';
import { PlainLink } from './PlainLink.tsx';
import { SECTIONS, type SectionName } from './sections.ts';
import { useModal } from './useModal.ts';

interface MobileMenuProps {
  open: boolean;
  onClose: () => void;
  current: SectionName;
}

/** The navigation on phones: slides in from the side and closes after a choice. */
export function MobileMenu({ open, onClose, current }: MobileMenuProps) {
  const { say } = useLandingWords();
  const inLanguage = useInLanguage();
  const dialog = useModal(open);
  return (
    <chakra.dialog
      ref={dialog}
      aria-label={say('nav.menu')}
      onClose={onClose}
      onClick={(event) => {
        // A press on the backdrop targets the dialog element itself.
        const chosen = event.target instanceof Element && event.target.closest('a') !== null;
        if (chosen || event.target === event.currentTarget) dialog.current?.close();
      }}
      position="fixed"
      insetStart="auto"
      insetEnd="0"
      top="0"
      m="0"
      w="min(20rem, 86vw)"
      h="100dvh"
      maxH="none"
      bg="bg.raised"
      color="fg"
      borderStartWidth="1px"
      borderColor="line"
      boxShadow="panel"
      css={{ '&[open]': { animation: 'slide-in 180ms ease-out' }, '&::backdrop': { background: 'veil' } }}
    >
      <Flex direction="column" h="full" overflowY="auto" px="5" pb="6">
        <Flex minH="16" align="center" justify="space-between">
          <Box fontWeight="600">{say('app.name')}</Box>
          <IconButton label={say('nav.close')} icon={<X aria-hidden />} onClick={() => dialog.current?.close()} />
        </Flex>
        <chakra.nav aria-label={say('nav.menu')} display="flex" flexDirection="column">
          {SECTIONS.map((name) => (
            <MenuLink key={name} href={`#${name}`} aria-current={name === current ? 'location' : undefined}>
              {say(`nav.${name}`)}
            </MenuLink>
          ))}
          <MenuLink href={inLanguage('/verify')}>{say('nav.verify')}</MenuLink>
          <MenuLink href="/admin">{say('frame.staff')}</MenuLink>
        </chakra.nav>
        <Flex direction="column" mt="6">
          <AnchorButton href="#contact" size="lg">
            {say('nav.start')}
          </AnchorButton>
        </Flex>
      </Flex>
    </chakra.dialog>
  );
}

const MenuLink = chakra(PlainLink, {
  base: {
    display: 'flex',
    minH: '12',
    fontSize: 'md',
    fontWeight: '500',
    borderRadius: '0',
    borderBottomWidth: '1px',
    borderColor: 'line',
    '&[aria-current]': { color: 'brand', fontWeight: '600' },
  },
});
