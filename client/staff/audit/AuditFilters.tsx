import { Flex, Grid } from '@chakra-ui/react';
import { useEffect, useEffectEvent } from 'react';
import { AUDIT_ACTIONS } from '../../../server/domain/access/auditActions.ts';
import { Button } from '../../design/Button.tsx';
import { Form } from '../../design/form/Form.tsx';
import { ComboboxInput, DateInput, SelectInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import {
  auditAskedOf,
  AUDIT_NAMES,
  auditSearch,
  EVERYTHING,
  isAuditFiltered,
  type AuditAsked,
} from './auditAddress.ts';
import { auditForm } from './auditForm.ts';
import { usePeopleFound } from './usePeopleFound.ts';

const LONGEST_NAME = 100;

/** Filters: actor, action, object and dates. */
export function AuditFilters({ asked, onShow }: { asked: AuditAsked; onShow: (asked: AuditAsked) => void }) {
  const words = useOfficeWords();
  const { say } = words;
  const form = useForm({
    schema: auditForm(words),
    initial: asked,
    send: async (typed) => ({ kind: 'done', result: typed }),
    onDone: onShow,
  });
  const people = usePeopleFound(form.values.actor);
  // A click on a name in the list, or the browser's Back, changes the address without the form.
  const follow = useEffectEvent((address: string) => {
    const said = auditAskedOf(new URLSearchParams(address));
    for (const name of AUDIT_NAMES) if (form.values[name] !== said[name]) form.propose(name, said[name]);
  });
  const address = auditSearch(asked);
  useEffect(() => follow(address), [address]);

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
