import { useQuery } from '@apollo/client/react';
import { Flex, Grid } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { z } from 'zod';
import { AUDIT_ACTIONS } from '../../../server/domain/access/auditActions.ts';
import { Button } from '../../design/Button.tsx';
import type { ComboboxOption } from '../../design/ComboboxField.tsx';
import { Form } from '../../design/form/Form.tsx';
import { ComboboxInput, DateInput, SelectInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { PeopleFoundDocument } from '../../graphql/generated.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';
import { useDebounced } from '../users/useDebounced.ts';
import {
  auditAskedOf,
  AUDIT_NAMES,
  auditSearch,
  EVERYTHING,
  isAuditFiltered,
  type AuditAsked,
} from './auditAddress.ts';

const LONGEST_NAME = 100;

/** Filters: actor, action, object and dates. */
export function AuditFilters({ asked, onShow }: { asked: AuditAsked; onShow: (asked: AuditAsked) => void }) {
  const { say } = useOfficeWords();
  const form = useAuditForm(asked, onShow);
  const people = usePeopleFound(form.values.actor);

  return (
    <Form form={form}>
      <Grid
        // On phones, two filters per row and the search field between them leave room for the list. A date field does
        // not fit into half of the smallest screens.
        templateColumns={{
          base: 'repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr))',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(5, minmax(0, 1fr))',
        }}
        columnGap={{ base: '3', lg: '4' }}
        rowGap="3"
        css={{ '& > :nth-of-type(3)': { gridColumn: { base: '1 / -1', lg: 'auto' } } }}
        alignItems="start"
      >
        <ComboboxInput
          form={form}
          field="actor"
          label={say('audit.actor')}
          placeholder={say('audit.actorHint')}
          maxLength={LONGEST_NAME}
          options={people}
        />
        <SelectInput
          form={form}
          field="action"
          label={say('audit.action')}
          options={[
            { value: '', label: say('audit.allActions') },
            ...AUDIT_ACTIONS.map((action) => ({ value: action, label: say(`did.${action}`) })),
          ]}
        />
        <TextInput
          form={form}
          field="subject"
          label={say('audit.subject')}
          placeholder={say('audit.subjectHint')}
          maxLength={LONGEST_NAME}
          autoCapitalize="none"
          spellCheck={false}
        />
        <DateInput form={form} field="from" label={say('audit.from')} />
        <DateInput form={form} field="to" label={say('audit.to')} />
      </Grid>
      <Flex gap="3" mt="4" wrap="wrap">
        <Button type="submit">{say('audit.apply')}</Button>
        {isAuditFiltered(asked) && (
          <Button variant="secondary" onClick={() => onShow(EVERYTHING)}>
            {say('audit.clear')}
          </Button>
        )}
      </Flex>
    </Form>
  );
}

/** The form of the filters; it follows the address. */
function useAuditForm(asked: AuditAsked, onShow: (asked: AuditAsked) => void) {
  const words = useOfficeWords();
  const form = useForm({
    schema: auditForm(words),
    initial: asked,
    send: async (typed) => ({ kind: 'done', result: typed }),
    onDone: onShow,
  });
  // A click on a name in the list, or the browser's Back, changes the address without the form.
  const follow = useEffectEvent((address: string) => {
    const said = auditAskedOf(new URLSearchParams(address));
    for (const name of AUDIT_NAMES) if (form.values[name] !== said[name]) form.propose(name, said[name]);
  });
  const address = auditSearch(asked);
  useEffect(() => follow(address), [address]);
  return form;
}

/** Schema of the filters: the first day must not be after the last one. */
export function auditForm({ say }: OfficeWords) {
  return z
    .object({
      actor: z.string().trim(),
      action: z.enum(['', ...AUDIT_ACTIONS]),
      subject: z.string().trim(),
      from: z.string(),
      to: z.string(),
    })
    .refine(({ from, to }) => from === '' || to === '' || from <= to, { path: ['to'], message: say('audit.dayOrder') });
}

const TYPING_RESTS_MS = 200;
/** Actor name of automatic actions in the audit trail (`server/modules/audit`). */
const PROGRAM = 'system';

/**
 * Suggests actors for the typed text: accounts that the caller may see, and the system itself. Without a response, only
 * the system is suggested, and the typed text is used unchanged.
 */
function usePeopleFound(typed: string): readonly ComboboxOption[] {
  const { say } = useOfficeWords();
  const [sought, setSought] = useState(typed);
  useDebounced(typed, TYPING_RESTS_MS, setSought);
  const { data, previousData } = useQuery(PeopleFoundDocument, { variables: { search: sought.trim() || null } });
  const users = (data ?? previousData)?.users.users;
  return useMemo(() => {
    const program = { value: PROGRAM, label: say('audit.system'), detail: PROGRAM };
    const text = sought.trim().toLowerCase();
    const isProgram = [program.label.toLowerCase(), PROGRAM].some((name) => name.includes(text));
    const people = (users ?? []).map(({ username, name }) => ({ value: username, label: name, detail: username }));
    return isProgram ? [...people, program] : people;
  }, [users, sought, say]);
}
