import { Box } from '@chakra-ui/react';
import { use } from 'react';
import { TextLink } from '../../design/TextLink.tsx';
import { hasSession } from '../../sessionKeys.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { Alive } from '../hydratedContext.ts';

/** The lot's card for whoever scanned the bag and works here; the device alone is asked, and nobody is called. */
export function StaffLink({ lotId }: { lotId: string }) {
  const { say } = useVerifyWords();
  // A server knows of no device: its picture, and the first one here, offer nothing.
  const offered = use(Alive) && hasSession();
  if (!offered) return null;
  return (
    <Box fontSize="sm" _print={{ display: 'none' }}>
      <TextLink
        href={`/admin/dashboard?tab=lots&lot=${encodeURIComponent(lotId)}`}
        display="inline-flex"
        alignItems="center"
        minH="11"
      >
        {say('staff.card', { lotId })}
      </TextLink>
    </Box>
  );
}
