import { useApolloClient, useQuery } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { Dialog } from '../../../design/Dialog.tsx';
import { formStart } from '../../../design/form/useFormFocus.ts';
import { Delayed } from '../../../design/Loading.tsx';
import { FormSkeleton } from '../../../design/Skeletons.tsx';
import { toaster } from '../../../design/Toaster.tsx';
import { useOpenings } from '../../../design/useOpenings.ts';
import { EditedLotDocument, type EditedLotFragment } from '../../../graphql/generated.ts';
import { errorMessage } from '../../../graphql/messages.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { EditLot } from './EditLot.tsx';

export interface EditLotDialogProps {
  open: boolean;
  /** UUID or lotId; the dialog loads the current lot */
  lotId: string;
  onClose: () => void;
  returnFocusTo?: () => HTMLElement | null;
}

/**
 * 'Edit Lot': the editable fields, with the domain's rules. Restores an unsaved draft. Any screen with a lot can open
 * it, because it only needs the id.
 */
export default function EditLotDialog(props: EditLotDialogProps) {
  const openings = useOpenings(props.open);
  return <Editing key={openings} {...props} />;
}

function Editing({ open, lotId, onClose, returnFocusTo }: EditLotDialogProps) {
  const words = useLotListWords();
  const { say } = words;
  const client = useApolloClient();
  const asked = useQuery(EditedLotDocument, {
    variables: { id: lotId },
    skip: !open,
    fetchPolicy: 'no-cache',
    notifyOnNetworkStatusChange: true,
  });
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const lot = asked.data?.lot;

  const again = async (): Promise<EditedLotFragment | null> => {
    const variables = { id: lotId };
    const { data } = await client.query({ query: EditedLotDocument, variables, fetchPolicy: 'no-cache' });
    return data?.lot ?? null;
  };
  const content = () => {
    if (lot !== undefined && lot !== null && lot.mayDo?.includes('edit_lot') === true) {
      return (
        <EditLot
          open={open}
          opened={lot}
          again={again}
          footer={footer}
          onBusy={setBusy}
          onClose={onClose}
          onSaved={() => {
            toaster.create({ type: 'success', title: say('edit.saved', { lotId: lot.lotId }) });
            onClose();
          }}
        />
      );
    }
    if (lot === null) return <Banner>{say('edit.gone')}</Banner>;
    if (lot !== undefined) return <Banner tone="pod">{say('edit.notAllowed')}</Banner>;
    if (asked.error !== undefined) {
      return (
        <Banner
          action={
            <Button
              size="sm"
              variant="secondary"
              busy={asked.loading}
              busyLabel={say('again.trying')}
              onClick={() => void asked.refetch()}
            >
              {say('again.try')}
            </Button>
          }
        >
          {errorMessage(words, asked.error, say('edit.fetchFailed'))}
        </Banner>
      );
    }
    return (
      <Delayed>
        <FormSkeleton rows={5} />
      </Delayed>
    );
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      size="lg"
      keepOpenOutside
      startFocusAt={() => formStart(body.current)}
      returnFocusTo={returnFocusTo}
      title={say('edit.title', { lotId: lot?.lotId ?? lotId })}
      footer={<div ref={setFooter} style={{ width: '100%' }} />}
    >
      <div ref={body}>{content()}</div>
    </Dialog>
  );
}
