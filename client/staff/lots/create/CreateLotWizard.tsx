import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { lotIdFromClock } from '../../../../server/domain/lot/lotId.ts';
import { localStore } from '../../../deviceStorage.ts';
import { type SendResult, useForm } from '../../../design/form/useForm.ts';
import { toaster } from '../../../design/Toaster.tsx';
import { useOpenings } from '../../../design/useOpenings.ts';
import { Wizard, type WizardStep } from '../../../design/wizard/Wizard.tsx';
import { CreateLotDocument, type CreateLotInput } from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { DraftSavedNotice, RestoredNotice } from '../../drafts/DraftNotice.tsx';
import { useApplicationError } from '../../applicationError.ts';
import { useDraft } from '../../drafts/useDraft.ts';
import { localizedText } from '../../../words/localizedTexts.ts';
import { createReceiveMemory } from '../../receive/receiveMemory.ts';
import { useUser } from '../../session/SessionProvider.tsx';
import { screenChangesOf } from '../../screenChanges.ts';
import { announceLot } from './announceLot.tsx';
import { CREATE_FIELDS, type CreateLotForm, createLotForm, newLotForm } from './createLotForm.ts';
import { CreateLotReview } from './CreateLotReview.tsx';
import { BasicInfoStep, LocationStep, QualityStep } from './createLotSteps.tsx';
import { localDay } from '../list/lotFacts.ts';
import { useLocationCheck } from '../fields/useLocationCheck.ts';
import { useNumbersOwn } from '../useNumbersOwn.ts';
import { useProposedLotId } from './useProposedLotId.ts';

export interface CreateLotWizardProps {
  open: boolean;
  onClose: () => void;
  onCreated: (lotId: string) => void;
  user: { role: string; farmId: string; name: string };
}

const memory = createReceiveMemory(localStore);

/** Fields stored with the draft even if unchanged: a lot that was started yesterday keeps its number and date. */
const ALONG = ['lotId', 'farmId', 'farmerName', 'cacaoVariety', 'harvestDate'] as const;

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
  const { id: userId } = useUser();
  const [initial] = useState(() => ({
    ...newLotForm(user, lotIdFromClock(new Date()), today),
    // As it was typed last on this device, as at the scale.
    temperature: memory.read().temperature,
  }));
  const report = useApplicationError();
  const numbersOwn = useNumbersOwn();
  const create = useCreateLot();
  const form = useForm({
    schema: createLotForm(today, numbersOwn),
    initial,
    open,
    send: async (input) => {
      const sent = await create(input);
      if (sent.kind === 'done') {
        draft.sent();
        memory.write({ temperature: form.values.temperature });
        memory.addFarm(userId, input.farmId);
      }
      // After a conflict the user chooses the number, so keep the typed one.
      if (sent.kind === 'failed' && sent.field === 'lotId') lotId.keep();
      return sent;
    },
    onDone: onCreated,
  });
  const close = () => {
    // The wizard shows its error itself; the banner of the page does once it is closed.
    if (form.failure !== null) report(form.failure);
    onClose();
  };
  const draft = useDraft({ name: 'create', form, open, along: ALONG });
  const lotId = useProposedLotId(open, draft.restored.includes('lotId'), (proposed) => form.propose('lotId', proposed));
  const look = useLocationCheck(form.values, { isAsked: open });

  const [basicInfo, location, quality, review] = CREATE_FIELDS;
  const steps: WizardStep<CreateLotForm>[] = [
    {
      name: say('create.basicInfo'),
      fields: basicInfo,
      content: (
        <BasicInfoStep
          form={form}
          today={today}
          lotId={lotId}
          numbersOwn={numbersOwn}
          farmIsFixed={user.role === 'farmer'}
          onLeave={close}
        />
      ),
    },
    { name: say('create.location'), fields: location, content: <LocationStep form={form} look={look} /> },
    { name: say('create.quality'), fields: quality, content: <QualityStep form={form} /> },
    { name: say('create.review'), fields: review, content: <CreateLotReview form={form} look={look} /> },
  ];
  return (
    <Wizard
      open={open}
      onClose={close}
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
    return { kind: 'failed', message };
  };
  return async (input) => {
    const written = await create({ input });
    if (written.kind === 'ignored') return written;
    if (written.kind === 'failed') return refused(written.message);
    const answer = written.data.createLot;
    if (answer.__typename === 'LotIdTaken') return { ...refused(localizedText(words, answer.said)), field: 'lotId' };
    report(null);
    announceLot(words, answer.lot);
    news.lot(answer.lot.id, answer.lot);
    news.lotLists();
    return { kind: 'done', result: answer.lot.lotId };
  };
}
