import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { CheckboxField } from '../../design/Field.tsx';
import { useOpenings } from '../../design/useOpenings.ts';
import type { CreatePartnerKeyMutation } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/officeWords.ts';

interface KeyMadeDialogProps {
  made: CreatePartnerKeyMutation['createPartnerKey'] | null;
  onClose: () => void;
}

/** Shows a new key, this once: it is closed only by whoever says that they have kept it. */
export function KeyMadeDialog(props: KeyMadeDialogProps) {
  const openings = useOpenings(props.made !== null);
  return <KeyMade key={openings} {...props} />;
}

function KeyMade({ made, onClose }: KeyMadeDialogProps) {
  const { say } = useOfficeWords();
  const [kept, setKept] = useState(false);
  const [reminded, setReminded] = useState(false);
  // Escape and the cross must not lose what is shown once.
  const close = () => (kept ? onClose() : setReminded(true));
  return (
    <Dialog
      open={made !== null}
      onClose={close}
      keepOpenOutside
      title={say('keyMade.title', { name: made?.partnerKey.name ?? '' })}
      footer={<Button onClick={close}>{say('keyMade.done')}</Button>}
    >
      <Banner tone="pod" title={say('keyMade.once')} mb="5">
        {say('keyMade.onceText')}
      </Banner>
      <Box bg="bg.sunken" borderWidth="1px" borderColor="line" borderRadius="control" px="4" py="3" mb="4">
        <CopyableValue name={say('keyMade.key')} text={made?.key ?? ''} shown={made?.key ?? ''} />
      </Box>
      <CheckboxField
        label={say('keyMade.kept')}
        checked={kept}
        onChange={setKept}
        error={reminded && !kept ? say('keyMade.keepFirst') : null}
      />
    </Dialog>
  );
}
