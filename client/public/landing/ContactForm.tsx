import { Box, chakra, Flex } from '@chakra-ui/react';
import { use, useId, useRef, useState, type FormEvent } from 'react';
import { CONTACT_LENGTHS, type ContactField } from '../../../server/domain/public/contact.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { TextAreaField, TextField } from '../../design/Field.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { LandingRich, useLandingWords } from '../../words/landingWords.ts';
import { useInLanguage } from '../pageAddress.ts';
import { Offers } from '../siteOffers.ts';
import { EMPTY_CONTACT, missingIn, sendContact, type ContactFailure } from './contactRequest.ts';
import { useModal } from './useModal.ts';

const FAILURES = {
  email: 'contact.failedEmail',
  refused: 'contact.failedRefused',
  limited: 'contact.failedLimited',
  unreached: 'contact.failedUnreached',
} as const;

const INPUTS = [
  { field: 'firstName', label: 'contact.first', type: 'text', autoComplete: 'given-name' },
  { field: 'lastName', label: 'contact.last', type: 'text', autoComplete: 'family-name' },
  { field: 'email', label: 'contact.email', type: 'email', autoComplete: 'email' },
  { field: 'company', label: 'contact.company', type: 'text', autoComplete: 'organization' },
] as const;

/** A request for a demo (docs/spec/public-pages.md, 'Contact form'). Input stays until the request is sent. */
export function ContactForm() {
  const { say } = useLandingWords();
  const inLanguage = useInLanguage();
  const { keepsContacts } = use(Offers);
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY_CONTACT);
  const [missing, setMissing] = useState<readonly ContactField[]>([]);
  const [notice, setNotice] = useState<'incomplete' | 'thanks' | null>(null);
  const [failure, setFailure] = useState<ContactFailure | null>(null);
  const [busy, setBusy] = useState(false);

  const type = (field: ContactField, value: string): void => {
    setValues((before) => ({ ...before, [field]: value }));
    setMissing((before) => before.filter((other) => other !== field));
  };

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const left = missingIn(values);
    setMissing(left);
    setFailure(null);
    if (left.length > 0) return setNotice('incomplete');
    setBusy(true);
    const sent = await sendContact(values, keepsContacts);
    setBusy(false);
    if (sent.kind === 'failed') return setFailure(sent.reason);
    setValues(EMPTY_CONTACT);
    return setNotice('thanks');
  };

  const closeNotice = (): void => {
    setNotice(null);
    const first = missing[0];
    const control = first === undefined ? null : form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  };

  return (
    <>
      <chakra.form
        ref={form}
        // Outside a dialog this method submits nothing: without scripts, no personal data ends up in a URL.
        method="dialog"
        aria-labelledby="contact-title"
        onSubmit={(event) => void send(event)}
        display="flex"
        flexDirection="column"
        gap="4"
      >
        <Box display="grid" gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="4">
          {INPUTS.map(({ field, label, type: kind, autoComplete }) => (
            <TextField
              key={field}
              name={field}
              label={say(label)}
              type={kind}
              autoComplete={autoComplete}
              maxLength={CONTACT_LENGTHS[field]}
              required
              value={values[field]}
              error={missing.includes(field) ? say('contact.missing') : null}
              onChange={(value) => type(field, value)}
            />
          ))}
        </Box>
        <TextAreaField
          name="message"
          label={say('contact.message')}
          rows={5}
          maxLength={CONTACT_LENGTHS.message}
          value={values.message}
          onChange={(value) => type('message', value)}
        />
        {failure !== null && <Banner>{say(FAILURES[failure])}</Banner>}
        <Flex columnGap="5" rowGap="3" align="center" wrap="wrap">
          <Button type="submit" size="lg" busy={busy} busyLabel={say('contact.sending')}>
            {say('contact.send')}
          </Button>
          <Box fontSize="sm" color="fg.muted">
            <LandingRich id="contact.privacy" parts={{ link: <TextLink href={inLanguage('/privacy')} /> }} />
          </Box>
        </Flex>
        <Box display="none" css={{ '@media (scripting: none)': { display: 'block' } }}>
          {say('contact.noScript')}
        </Box>
      </chakra.form>
      <Notice
        open={notice !== null}
        title={say(notice === 'thanks' ? 'contact.thanksTitle' : 'contact.incompleteTitle')}
        text={say(notice === 'thanks' ? 'contact.thanks' : 'code.input.incomplete')}
        onClose={closeNotice}
      />
    </>
  );
}

interface NoticeProps {
  open: boolean;
  title: string;
  text: string;
  onClose: () => void;
}

/** A message to confirm. Uses the browser's own dialog, because the design system's would be larger than the page. */
function Notice({ open, title, text, onClose }: NoticeProps) {
  const { say } = useLandingWords();
  const id = useId();
  const dialog = useModal(open);
  return (
    <chakra.dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
      m="auto"
      w="min(26rem, calc(100vw - 2rem))"
      p={{ base: '5', md: '6' }}
      bg="bg.raised"
      color="fg"
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      boxShadow="panel"
      css={{ '&[open]': { animation: 'rise 180ms ease-out' }, '&::backdrop': { background: 'veil' } }}
    >
      <chakra.h2 id={`${id}-title`} fontSize="lg" fontWeight="600">
        {title}
      </chakra.h2>
      <Box id={`${id}-text`} mt="2">
        {text}
      </Box>
      <Flex mt="5" justify="flex-end">
        <Button onClick={() => dialog.current?.close()}>{say('dialog.ok')}</Button>
      </Flex>
    </chakra.dialog>
  );
}
