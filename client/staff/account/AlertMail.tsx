import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import {
  alertMailInput,
  MAIL_CODE_MINUTES,
  MAIL_PACES,
  MAIL_PAUSE_MINUTES,
  mailCodeInput,
  type MailPace,
} from '../../../server/domain/alert/alertMailInput.ts';
import { firstSpoken, NATIVE_NAMES, languageOf, LANGUAGES } from '../../../server/domain/public/publicPages.ts';
import { Badge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Form } from '../../design/form/Form.tsx';
import { SelectInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { Delayed } from '../../design/Loading.tsx';
import { FormSkeleton } from '../../design/Skeletons.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import {
  ConfirmMyAlertMailDocument,
  MyAlertMailDocument,
  SetMyAlertMailDocument,
  StopMyAlertMailDocument,
  type AlertMailPanelFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useUser } from '../session/SessionProvider.tsx';
import { RelativeTime } from '../../design/RelativeTime.tsx';

type Setting = NonNullable<AlertMailPanelFragment['setting']>;
type Mail = Pick<AlertMailPanelFragment, 'setting' | 'letters'>;

/** Shows the result of the last action, with the server's answer. */
type Tell = (said: string, mail: Mail) => void;

/** Settings for alert mails: enter an address, confirm it with the mailed code, then see the delivery status. */
export function AlertMail() {
  const words = useOfficeWords();
  const { say } = words;
  const { data, error, refetch } = useQuery(MyAlertMailDocument, { fetchPolicy: 'cache-and-network' });
  const [told, setTold] = useState<{ said: string; mail: Mail; at: typeof data } | null>(null);
  const [changing, setChanging] = useState(false);
  // A later query result is newer than the result of the last action.
  const mail = told !== null && told.at === data ? told.mail : data?.myAlertMail;
  const tell: Tell = (said, answer) => {
    setTold({ said, mail: answer, at: data });
    setChanging(false);
  };
  return (
    <Panel title={say('mail.title')}>
      <Box fontSize="sm" color="fg.muted" mb="3">
        {say('mail.lead')}
      </Box>
      {told !== null && told.said !== '' && (
        <Banner key={told.said} tone="leaf" mb="3" onDismiss={() => setTold({ ...told, said: '' })}>
          {told.said}
        </Banner>
      )}
      {error !== undefined && mail === undefined && (
        <LoadFailure title={say('mail.failed')} error={error} onRetry={refetch} />
      )}
      {error === undefined && mail === undefined && (
        <Delayed label={say('mail.loading')}>
          <FormSkeleton rows={1} />
        </Delayed>
      )}
      {data?.myAlertMail.offered === false && <Banner tone="sky">{say('mail.notOffered')}</Banner>}
      {data?.myAlertMail.offered === true && mail !== undefined && (
        <>
          {(mail.setting === null || changing) && (
            <AddressForm
              key={mail.setting?.address ?? ''}
              setting={mail.setting}
              onDone={tell}
              onCancel={mail.setting === null ? null : () => setChanging(false)}
            />
          )}
          {mail.setting !== null && !changing && (
            <Standing setting={mail.setting} tell={tell} onChange={() => setChanging(true)} />
          )}
          <LettersSent letters={mail.letters} />
        </>
      )}
    </Panel>
  );
}

/** The current address, what is missing before mails are sent, and a button that turns mails off. */
function Standing({ setting, tell, onChange }: { setting: Setting; tell: Tell; onChange: () => void }) {
  const words = useOfficeWords();
  const { say, formatDateTime } = words;
  const [stop, stopping] = useWrite(StopMyAlertMailDocument, { failed: say('mail.stopFailed') });
  const [failure, setFailure] = useState<string | null>(null);
  const press = async () => {
    setFailure(null);
    const written = await stop({});
    if (written.kind === 'failed') setFailure(written.message);
    if (written.kind === 'answered') tell(say('mail.stopped'), written.data.stopMyAlertMail);
  };
  const { confirmedAt } = setting;
  return (
    <Flex direction="column" gap="4">
      <Facts
        items={[
          [say('mail.address'), setting.address],
          [say('mail.language'), NATIVE_NAMES[setting.language]],
          [say('mail.pace'), paceWord(words, setting.pace)],
          [
            say('mail.state'),
            confirmedAt === null ? say('mail.unconfirmed') : say('mail.since', { when: formatDateTime(confirmedAt) }),
          ],
        ]}
      />
      {confirmedAt === null && <CodeForm key={setting.askedAt} setting={setting} tell={tell} />}
      {failure !== null && <Banner onDismiss={() => setFailure(null)}>{failure}</Banner>}
      <Flex gap="3" wrap="wrap">
        <Button variant="secondary" onClick={onChange}>
          {say('mail.change')}
        </Button>
        <Button variant="secondary" busy={stopping} busyLabel={say('mail.stopping')} onClick={() => void press()}>
          {say('mail.stop')}
        </Button>
      </Flex>
    </Flex>
  );
}

/** Form for the mailed code; it can also request another code. */
function CodeForm({ setting, tell }: { setting: Setting; tell: Tell }) {
  const { say } = useOfficeWords();
  const { address, language, pace } = setting;
  const [confirm] = useWrite(ConfirmMyAlertMailDocument, { failed: say('mail.confirmFailed') });
  const [again, asking] = useWrite(SetMyAlertMailDocument, { failed: say('mail.againFailed') });
  const form = useForm({
    schema: mailCodeInput,
    initial: { code: '' },
    send: async (input) => {
      const written = await confirm(input);
      return written.kind === 'answered' ? { kind: 'done', result: written.data.confirmMyAlertMail } : written;
    },
    onDone: (mail) => tell(say('mail.confirmed'), mail),
  });
  const sendAgain = async () => {
    form.setFailure(null);
    const written = await again({ input: { address, language, pace } });
    if (written.kind === 'failed') form.setFailure(written.message);
    if (written.kind === 'answered') tell(say('mail.codeSent', { address }), written.data.setMyAlertMail);
  };
  return (
    <Form form={form}>
      <Flex direction="column" gap="3">
        {form.failure !== null && <Banner>{form.failure}</Banner>}
        <TextInput
          form={form}
          field="code"
          label={say('mail.code')}
          hint={say('mail.codeHint', { address, minutes: MAIL_CODE_MINUTES })}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          required
        />
        <Flex gap="3" wrap="wrap">
          <Button type="submit" busy={form.busy} busyLabel={say('mail.confirming')}>
            {say('mail.confirm')}
          </Button>
          <Button variant="quiet" busy={asking} busyLabel={say('mail.sending')} onClick={() => void sendAgain()}>
            {say('mail.again')}
          </Button>
        </Flex>
      </Flex>
    </Form>
  );
}

interface AddressFormProps {
  setting: Setting | null;
  onDone: Tell;
  /** null if there is no previous state to return to */
  onCancel: (() => void) | null;
}

function AddressForm({ setting, onDone, onCancel }: AddressFormProps) {
  const words = useOfficeWords();
  const { say } = words;
  const { email } = useUser();
  const [write] = useWrite(SetMyAlertMailDocument, { failed: say('mail.setFailed') });
  const spoken = languageOf(firstSpoken(navigator.languages) ?? 'en');
  const form = useForm({
    schema: alertMailInput,
    initial: {
      address: setting?.address ?? email,
      language: setting?.language ?? LANGUAGES.find((name) => name === spoken) ?? 'en',
      pace: setting?.pace ?? 'soon',
    },
    send: async (input) => {
      const written = await write({ input });
      return written.kind === 'answered' ? { kind: 'done', result: written.data.setMyAlertMail } : written;
    },
    onDone: (mail) => {
      const { address = '', confirmedAt = null } = mail.setting ?? {};
      onDone(confirmedAt === null ? say('mail.codeSent', { address }) : say('mail.changed'), mail);
    },
  });
  return (
    <Form form={form}>
      <Flex direction="column" gap="4">
        {form.failure !== null && <Banner>{form.failure}</Banner>}
        <TextInput
          form={form}
          field="address"
          label={say('mail.address')}
          type="email"
          autoComplete="email"
          maxLength={254}
          required
        />
        <SelectInput
          form={form}
          field="language"
          label={say('mail.language')}
          options={LANGUAGES.map((name) => ({ value: name, label: NATIVE_NAMES[name] }))}
        />
        <SelectInput
          form={form}
          field="pace"
          label={say('mail.pace')}
          options={MAIL_PACES.map((name) => ({
            value: name,
            label: paceWord(words, name),
          }))}
        />
        <AddressButtons form={form} setting={setting} onCancel={onCancel} />
      </Flex>
    </Form>
  );
}

interface AddressButtonsProps {
  form: { busy: boolean };
  setting: AddressFormProps['setting'];
  onCancel: AddressFormProps['onCancel'];
}

function AddressButtons({ form, setting, onCancel }: AddressButtonsProps) {
  const { say } = useOfficeWords();
  return (
    <Flex gap="3" wrap="wrap">
      <Button type="submit" busy={form.busy} busyLabel={say('mail.sending')}>
        {setting === null ? say('mail.begin') : say('mail.save')}
      </Button>
      {onCancel !== null && (
        <Button variant="quiet" onClick={onCancel}>
          {say('mail.cancel')}
        </Button>
      )}
    </Flex>
  );
}

function paceWord({ say }: OfficeWords, pace: MailPace): string {
  return pace === 'soon' ? say('mail.pace.soon', { minutes: MAIL_PAUSE_MINUTES }) : say('mail.pace.daily');
}

type Letter = AlertMailPanelFragment['letters'][number];

const TONES = { waiting: 'pod', sent: 'leaf', given_up: 'alarm' } as const;

/** The newest mails and their delivery status. */
function LettersSent({ letters }: { letters: readonly Letter[] }) {
  const { say } = useOfficeWords();
  if (letters.length === 0) return null;
  return (
    <Box mt="5">
      <chakra.h3 fontSize="sm" fontWeight="600" mb="1">
        {say('mail.letters')}
      </chakra.h3>
      <chakra.ul listStyleType="none" aria-label={say('mail.letters')}>
        {letters.map((letter) => (
          <chakra.li
            key={letter.id}
            py="2"
            borderTopWidth="1px"
            borderColor="line"
            fontSize="sm"
            _first={{ borderTopWidth: '0' }}
          >
            <Flex gap="2" align="center" wrap="wrap">
              <span>
                {letter.kind === 'code'
                  ? say('mail.letter.code')
                  : letter.alerts === null
                    ? say('mail.letter.digest')
                    : say('mail.letter.alerts', { count: letter.alerts })}
              </span>
              <Badge tone={TONES[letter.state]}>{say(`mail.letterState.${letter.state}`)}</Badge>
            </Flex>
            <Box color="fg.muted">
              <RelativeTime iso={letter.createdAt} />
              {letter.lastFault !== null && ` · ${say(`mail.fault.${letter.lastFault}`)}`}
            </Box>
          </chakra.li>
        ))}
      </chakra.ul>
    </Box>
  );
}
