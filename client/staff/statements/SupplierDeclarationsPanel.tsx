import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { statementNumbersInput } from '../../../server/domain/statement/statementInput.ts';
import { STATEMENT_LIMITS } from '../../../server/domain/statement/statement.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { FieldGrid } from '../../design/FieldGrid.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { Panel } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import {
  RegistryOfStatementsDocument,
  SupplierDeclarationsDocument,
  VerifyDeclarationDocument,
  type SupplierDeclarationsQuery,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useStatementWords, type StatementWords } from '../../words/statementWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useMay } from '../session/SessionProvider.tsx';

const PAGE_SIZE = 20;
const NO_NUMBERS = { referenceNumber: '', verificationNumber: '' };

type DeclarationRow = SupplierDeclarationsQuery['supplierDeclarations']['declarations'][number];

/** Numbers that suppliers gave: one is asked about, and what was answered earlier. */
export function SupplierDeclarationsPanel() {
  const words = useStatementWords();
  const { say } = words;
  const manages = useMay('manage_statements');
  const [page, setPage] = useState(1);
  const registry = useQuery(RegistryOfStatementsDocument).data?.statementRegistry;
  const { data, previousData, error, refetch } = useQuery(SupplierDeclarationsDocument, {
    variables: { page, limit: PAGE_SIZE },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.supplierDeclarations;
  const columns = useMemo(() => declarationColumns(words), [words]);
  return (
    <Panel title={say('declarations.title')}>
      <Box color="fg.muted" fontSize="sm" mb="4" maxW="42rem">
        {say('declarations.lead')}
      </Box>
      {registry?.driver === 'package' && (
        <Banner tone="sky" mb="4">
          {say('declarations.cannot')}
        </Banner>
      )}
      {manages && registry?.driver === 'traces_v3' && (
        <VerifyForm onAnswered={() => void refetch().catch(() => undefined)} />
      )}
      <DataTable
        stacks
        caption={say('declarations.list')}
        columns={columns}
        rows={shown?.declarations}
        rowId={({ id }) => id}
        loading={say('declarations.loading')}
        expected={2}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('declarations.listFailed')} error={error} onRetry={refetch} />
          )
        }
        empty={<Box p="4">{say('declarations.none')}</Box>}
      />
      <PaginationControl
        page={page}
        totalPages={shown?.pagination.totalPages ?? 1}
        onChange={setPage}
        label={say('declarations.list')}
      />
    </Panel>
  );
}

function VerifyForm({ onAnswered }: { onAnswered: () => void }) {
  const words = useStatementWords();
  const { say } = words;
  const [answer, setAnswer] = useState<string | null>(null);
  const [verify] = useWrite(VerifyDeclarationDocument, { failed: say('declarations.failed') });
  const form = useForm({
    schema: statementNumbersInput,
    initial: NO_NUMBERS,
    send: async (numbers) => {
      setAnswer(null);
      const written = await verify(numbers);
      if (written.kind !== 'answered')
        return written.kind === 'failed' ? { kind: 'failed', message: written.message } : written;
      const { verifyDeclaration: answered } = written.data;
      return answered.__typename === 'DeclarationVerified'
        ? { kind: 'done', result: answered.declaration }
        : { kind: 'failed', message: localizedText(words, answered.said) };
    },
    onDone: ({ referenceNumber, verdict }) => {
      setAnswer(say('declarations.answered', { number: referenceNumber, verdict: say(`verdict.${verdict}`) }));
      form.restart();
      onAnswered();
    },
  });
  return (
    <Form form={form} display="grid" gap="4" mb="5" autoComplete="off">
      {form.failure !== null && <Banner>{form.failure}</Banner>}
      {answer !== null && (
        <Banner tone="sky" onDismiss={() => setAnswer(null)}>
          {answer}
        </Banner>
      )}
      <FieldGrid>
        <TextInput
          form={form}
          field="referenceNumber"
          label={say('label.referenceNumber')}
          hint={say('record.referenceHint')}
          spellCheck={false}
          required
        />
        <TextInput
          form={form}
          field="verificationNumber"
          label={say('label.verificationNumber')}
          maxLength={STATEMENT_LIMITS.verificationNumberLength}
          spellCheck={false}
          required
        />
      </FieldGrid>
      <Box>
        <Button type="submit" form={form.id} busy={form.busy} busyLabel={say('declarations.verifying')}>
          {say('declarations.verify')}
        </Button>
      </Box>
    </Form>
  );
}

function declarationColumns({ say, formatDateTime }: StatementWords): Column<DeclarationRow>[] {
  return [
    { id: 'number', name: say('label.referenceNumber'), render: ({ referenceNumber }) => referenceNumber },
    {
      id: 'verification',
      name: say('label.verificationNumber'),
      render: ({ verificationNumber }) => verificationNumber,
    },
    { id: 'verdict', name: say('declarations.verdict'), render: ({ verdict }) => say(`verdict.${verdict}`) },
    { id: 'at', name: say('declarations.at'), render: ({ checkedAt }) => formatDateTime(checkedAt) },
  ];
}
