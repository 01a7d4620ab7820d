import { useApolloClient } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { lotIdFromClock } from '../../../../server/domain/lot/lotId.ts';
import { type SendResult, useForm } from '../../../design/form/useForm.ts';
import { toaster } from '../../../design/Toaster.tsx';
import { useOpenings } from '../../../design/useOpenings.ts';
import { Wizard, type WizardStep } from '../../../design/wizard/Wizard.tsx';
import { CreateLotDocument, type CreateLotInput } from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { type LotListWords, useLotListWords } from '../../../words/lotListWords.ts';
import { DraftSavedNotice, RestoredNotice } from '../../drafts/DraftNotice.tsx';
import { useApplicationError } from '../../applicationError.ts';
import { useDraft } from '../../drafts/useDraft.ts';
import { localizedText } from '../../../words/localizedTexts.ts';
import { LotLink } from '../../LotLink.tsx';
import { screenChangesOf } from '../../screenChanges.ts';
import { CREATE_FIELDS, type CreateLotForm, createLotForm, newLotForm } from './createLotForm.ts';
import { CreateLotReview } from './CreateLotReview.tsx';
import { BasicInfoStep, LocationStep, QualityStep } from './createLotSteps.tsx';
import { localDay } from '../list/lotFacts.ts';
import { useLocationCheck } from '../fields/useLocationCheck.ts';
import { useProposedLotId } from './useProposedLotId.ts';

export interface CreateLotWizardProps {
  open: boolean;
  onClose: () => void;
  onCreated: (lotId: string) => void;
  user: { role: string; farmId: string; name: string };
}

/** Fields stored with the draft even if unchanged: a lot that was started yesterday keeps its date. */
const ALONG = ['farmId', 'farmerName', 'cacaoVariety', 'harvestDate'] as const;

/**
 * Registers a lot in four steps (docs/spec/staff-screens.md, 'Create-lot wizard'). Each opening is a new form with the
 * restored draft. After success it refetches lists and figures and calls `onCreated`.
 */
export default function CreateLotWizard(props: CreateLotWizardProps) {
  const openings = useOpenings(props.open);
  return <Registration key={openings} {...props} />;
}

function Registration({ open, onClose, onCreated, user }: CreateLotWizardProps) {
  const { say } = useLotListWords();
  const [today] = useState(() => localDay(new Date()));
  const [initial] = useState(() => newLotForm(user, lotIdFromClock(new Date()), today));
  const create = useCreateLot();
  const form = useForm({
    schema: createLotForm(today),
    initial,
    open,
    send: async (input) => {
      const sent = await create(input);
      if (sent.kind === 'done') draft.sent();
      // After a conflict the user chooses the number, so keep the typed one.
      if (sent.kind === 'failed' && sent.field === 'lotId') lotId.keep();
      return sent;
    },
    onDone: onCreated,
  });
  const draft = useDraft({ name: 'create', form, open, along: ALONG });
  const lotId = useProposedLotId(open, draft.restored.includes('lotId'), (proposed) => form.propose('lotId', proposed));
  const look = useLocationCheck(form.values, { isAsked: open });

  const [basicInfo, location, quality, review] = CREATE_FIELDS;
  const steps: WizardStep<CreateLotForm>[] = [
    {
      name: say('create.basicInfo'),
      fields: basicInfo,
      content: (
        <BasicInfoStep form={form} today={today} lotId={lotId} farmIsFixed={user.role === 'farmer'} onLeave={onClose} />
      ),
    },
    { name: say('create.location'), fields: location, content: <LocationStep form={form} look={look} /> },
    { name: say('create.quality'), fields: quality, content: <QualityStep form={form} /> },
    { name: say('create.review'), fields: review, content: <CreateLotReview form={form} look={look} /> },
  ];
  return (
    <Wizard
      open={open}
      onClose={onClose}
      title={say('create.title')}
      form={form}
      steps={steps}
      action={say('create.action')}
      busyLabel={say('create.busy')}
      notice={<RestoredNotice draft={draft} onDiscard={lotId.generate} />}
      strip={<DraftSavedNotice draft={draft} onDiscard={lotId.generate} />}
    />
  );
}

/** Creates a lot, confirms it, and refetches lists and figures. Resolves to the lot id. */
function useCreateLot(): (input: CreateLotInput) => Promise<SendResult<string, 'lotId'>> {
  const words = useLotListWords();
  const news = screenChangesOf(useApolloClient());
  const report = useApplicationError();
  const [create] = useWrite(CreateLotDocument, { failed: words.say('create.failed') });
  const refused = (message: string): { kind: 'failed'; message: string } => {
    toaster.create({ type: 'error', title: words.say('create.error'), description: message });
    report(message);
    return { kind: 'failed', message };
  };
  return async (input) => {
    const written = await create({ input });
    if (written.kind === 'ignored') return written;
    if (written.kind === 'failed') return refused(written.message);
    const answer = written.data.createLot;
    if (answer.__typename === 'LotIdTaken') return { ...refused(localizedText(words, answer.said)), field: 'lotId' };
    report(null);
    announce(words, answer.lot.lotId, answer.lot.blockchainHash?.transactionId);
    news.lot(answer.lot.id, answer.lot);
    news.lotLists();
    return { kind: 'done', result: answer.lot.lotId };
  };
}

function announce({ say }: LotListWords, lotId: string, transactionId: string | undefined): void {
  toaster.create({
    type: 'success',
    title: say('created.title', { lotId }),
    description: (
      <Flex direction="column">
        <chakra.span overflowWrap="anywhere">
          {transactionId === undefined ? say('created.recording') : say('created.transaction', { id: transactionId })}
        </chakra.span>
        <span>{say('created.satellite')}</span>
        <Box mt="1">
          <LotLink lotId={lotId}>{say('created.open', { lotId })}</LotLink>
        </Box>
      </Flex>
    ),
  });
}
