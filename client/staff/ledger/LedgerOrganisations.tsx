import { Box } from '@chakra-ui/react';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import type { LedgerStateQuery } from '../../graphql/generated.ts';
import { hashPreview } from '../../words/format.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';

/** The organisations that sign blocks, with the fingerprints that they publish. */
export function LedgerOrganisations({ organisations }: { organisations: LedgerStateQuery['ledgerOrganisations'] }) {
  const { say } = useOfficeWords();
  return (
    <Panel title={say('ledgerRoots.title')}>
      <Box fontSize="sm" color="fg.muted" mb="4">
        {say('ledgerRoots.what')}
      </Box>
      <Facts
        items={organisations.map(({ name, rootFingerprint }) => [
          name,
          <CopyableValue
            key={name}
            name={say('ledgerRoots.fingerprintName', { name })}
            text={rootFingerprint}
            shown={hashPreview(rootFingerprint)}
          />,
        ])}
      />
    </Panel>
  );
}
