import { Box } from '@chakra-ui/react';
import { use } from 'react';
import { TextLink } from '../../design/TextLink.tsx';
import { hasSession } from '../../sessionKeys.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { Alive } from '../hydratedContext.ts';

/**
 * Links to the lot's staff page for signed-in users who scanned the bag; reads only this device and sends no request.
 */
export function StaffLink({ lotId }: { lotId: string }) {
  const { say } = useVerifyWords();
  // The server knows no device, so server rendering and hydration show no link.
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
