import { Suspense, useState } from 'react';
import { z } from 'zod';
import { buyerLinkInput } from '../../../server/domain/consignment/consignmentCalls.ts';
import { DateInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { lazyPart } from '../../design/lazyPart.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { CreateBuyerLinkDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { useShownOnce } from '../admin-shared/useShownOnce.tsx';

const LinkQr = lazyPart(() => import('./LinkQr.tsx'));

const USUAL_DAYS = 90;
const DAY_MS = 86_400_000;

/** The end of a chosen day, in the time zone of the person; not a day: the text itself, which the rule refuses. */
function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

const linkForm = z.strictObject({
  expiresAt: z
    .string()
    .transform(endOfDay)
    .pipe(buyerLinkInput(() => new Date()).shape.expiresAt),
});

interface CreateLinkDialogProps {
  consignmentId: string;
  open: boolean;
  onClose: () => void;
  /** called as soon as the link exists */
  onMade: () => void;
}

/** Creates a link for the buyer, then shows it once. */
export function CreateLinkDialog(props: CreateLinkDialogProps) {
  const openings = useOpenings(props.open);
  return <CreateLink key={openings} {...props} />;
}

function CreateLink({ consignmentId, open, onClose, onMade }: CreateLinkDialogProps) {
  const words = useConsignmentWords();
  const { say } = words;
  const [url, setUrl] = useState<string | null>(null);
  const [first] = useState(() => new Date(Date.now() + USUAL_DAYS * DAY_MS).toISOString().slice(0, 10));
  const [create] = useWrite(CreateBuyerLinkDocument, { failed: say('links.createFailed') });
  const form = useForm({
    schema: linkForm,
    initial: { expiresAt: first },
    open,
    send: async ({ expiresAt }) => {
      const written = await create({ consignmentId, expiresAt: expiresAt.toISOString() });
      if (written.kind !== 'answered') return written;
      const { createBuyerLink } = written.data;
      return createBuyerLink.__typename === 'BuyerLinkCreated'
        ? { kind: 'done', result: createBuyerLink.token }
        : { kind: 'failed', message: localizedText(words, createBuyerLink.said) };
    },
    onDone: (token) => {
      setUrl(`${location.origin}/buyer/${token}`);
      onMade();
    },
  });
  const { close, after } = useShownOnce(
    url,
    {
      name: say('links.name'),
      title: say('links.once'),
      text: say('links.onceText'),
      kept: say('links.kept'),
      keepFirst: say('links.keepFirst'),
      done: say('links.done'),
    },
    onClose,
  );
  const shown = after && {
    footer: after.footer,
    children: (
      <>
        {after.children}
        <Suspense>{url !== null && <LinkQr url={url} />}</Suspense>
      </>
    ),
  };
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={close}
      title={say(url === null ? 'links.createTitle' : 'links.madeTitle')}
      action={say('links.action')}
      busyLabel={say('links.creating')}
      after={shown}
    >
      <DateInput form={form} field="expiresAt" label={say('links.until')} hint={say('links.untilHint')} required />
    </FormDialog>
  );
}
