import { chakra, Flex } from '@chakra-ui/react';
import { List, PackageX, Search } from 'lucide-react';
import { EmptyState } from '../../design/EmptyState.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { useLotWords } from '../../words/lotWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';
import { useMay, useUser } from '../session/SessionProvider.tsx';

const LOTS = HOME_PATH + tabSearch('lots', new URLSearchParams());

/** Shown for a lot that does not exist or is not visible to the user: possible reasons and links. */
export function UnknownLot({ lotId }: { lotId: string }) {
  const { say } = useLotWords();
  const { farmId } = useUser();
  const seesAll = useMay('view_all_lots');
  return (
    <EmptyState
      icon={PackageX}
      title={say('lot.unknown')}
      action={
        <Flex gap="3" wrap="wrap" justify="center">
          <LinkButton to={LOTS}>
            <List aria-hidden /> {say('lot.all')}
          </LinkButton>
          <LinkButton variant="secondary" to={HOME_PATH + tabSearch('lots', new URLSearchParams({ search: lotId }))}>
            <Search aria-hidden /> {say('lot.searchIt', { lotId })}
          </LinkButton>
        </Flex>
      }
    >
      {say('lot.unknownHint', { lotId })}
      <chakra.ul textAlign="start" mt="3" ps="5" display="grid" gap="2" listStyleType="disc">
        <li>{say('lot.unknownTyped')}</li>
        <li>{say('lot.unknownDeleted')}</li>
        {!seesAll && <li>{say('lot.unknownOthers', { farm: farmId ?? '' })}</li>}
      </chakra.ul>
    </EmptyState>
  );
}
