import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Mark } from '../../design/Mark.tsx';
import { Panel } from '../../design/Page.tsx';
import { tokens } from '../../graphql/session.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { ErasureReceiptPanel } from '../privacy/ErasureReceiptPanel.tsx';
import { receiptIn } from './erasedAddress.ts';

/**
 * The receipt of the user's own erasure. It renders outside the gate, because the session ended with the account and a
 * redirect to sign-in would hide the receipt. The history entry's state stores it, so it survives a reload.
 */
export default function ErasedPage() {
  const { say } = useOfficeWords();
  const { state } = useLocation();
  const receipt = receiptIn(state);
  const title = useRef<HTMLHeadingElement>(null);
  const isThere = receipt !== null;
  useEffect(() => {
    if (!isThere) return;
    tokens.clear();
    title.current?.focus();
  }, [isThere]);
  if (receipt === null) return <Navigate to="/admin/login" replace />;
  return (
    <Flex as="main" direction="column" gap="5" maxW="42rem" mx="auto" px="4" py={{ base: '6', md: '12' }}>
      <title>{say('app.title', { page: say('erase.receipt') })}</title>
      <Mark size="3rem" />
      <chakra.h1 ref={title} tabIndex={-1} outline="none" fontSize="2xl" fontWeight="600" lineHeight="1.2">
        {say('erase.receipt')}
      </chakra.h1>
      <Box>{say('erase.receiptText')}</Box>
      <Panel>
        <ErasureReceiptPanel
          receipt={receipt}
          wayOn={
            <LinkButton to="/admin/login" variant="secondary">
              {say('erase.close')}
            </LinkButton>
          }
        />
      </Panel>
    </Flex>
  );
}
