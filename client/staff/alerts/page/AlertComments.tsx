import { Box, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { Form } from '../../../design/form/Form.tsx';
import { TextAreaInput } from '../../../design/form/inputs.tsx';
import { useForm } from '../../../design/form/useForm.ts';
import { Panel } from '../../../design/Page.tsx';
import type { InvestigationFragment } from '../../../graphql/generated.ts';
import { useAlertWords } from '../../../words/alertWords.ts';
import { useMay } from '../../session/SessionProvider.tsx';
import type { Investigating } from './useInvestigation.ts';
import { RelativeTime } from '../../../design/RelativeTime.tsx';

/** Maximum length on the server. */
const COMMENT_LENGTH = 2000;

interface AlertCommentsProps {
  comments: InvestigationFragment['comments'];
  comment: Investigating['comment'];
}

/** Comments on the alert, oldest first, with a form for a new one. */
export function AlertComments({ comments, comment }: AlertCommentsProps) {
  const { say } = useAlertWords();
  const mayWork = useMay('acknowledge_alerts');
  return (
    <Panel title={say('comments.title')}>
      {comments.length === 0 ? (
        <Box fontSize="sm" color="fg.muted">
          {say('comments.none')}
        </Box>
      ) : (
        <chakra.ol listStyleType="none" display="grid" gap="4">
          {comments.map(({ id, author, text, writtenAt, sealed }) => (
            <chakra.li key={id} ps="3" borderStartWidth="2px" borderStartColor="edge" minW="0">
              <Box fontSize="sm" color="fg.muted" overflowWrap="anywhere">
                {author ?? say('comments.erasedAuthor')}, <RelativeTime iso={writtenAt} />
              </Box>
              <Box whiteSpace="pre-wrap" overflowWrap="anywhere" fontStyle={text === null ? 'italic' : undefined}>
                {text ?? say('comments.erased')}
              </Box>
              {!sealed && <Banner mt="2">{say('comments.changed')}</Banner>}
            </chakra.li>
          ))}
        </chakra.ol>
      )}
      {mayWork && <CommentForm comment={comment} />}
    </Panel>
  );
}

function CommentForm({ comment }: Pick<AlertCommentsProps, 'comment'>) {
  const { say } = useAlertWords();
  const [schema] = useState(() => z.object({ text: z.string().trim().min(1, say('comments.needed')) }));
  const form = useForm({
    schema,
    initial: { text: '' },
    send: async ({ text }) => comment(text),
    onDone: () => form.restart(),
  });
  return (
    <Form form={form} display="grid" gap="3" mt="5" justifyItems="start">
      <Box w="full">
        <TextAreaInput
          form={form}
          field="text"
          label={say('comments.write')}
          hint={say('comments.hint')}
          maxLength={COMMENT_LENGTH}
        />
      </Box>
      {form.failure !== null && <Banner>{form.failure}</Banner>}
      <Button type="submit" variant="secondary" busy={form.busy} busyLabel={say('comments.sending')}>
        {say('comments.send')}
      </Button>
    </Form>
  );
}
