import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { lotIdFromClock } from '../../../server/domain/lot/lotId.ts';
import { toaster } from '../../design/Toaster.tsx';
import { backoffMs } from '../../graphql/backoff.ts';
import {
  CreateLotDocument,
  type LotNewsFragment,
  NextLotIdDocument,
  TakenLotDocument,
} from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { writeUnderKey } from '../../graphql/useWrite.ts';
import { createIdempotencyKey, isUndecided } from '../../graphql/writeKeys.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useReceiveWords } from '../../words/receiveWords.ts';
import { deviceDrafts } from '../drafts/deviceDrafts.ts';
import { useNumbersOwn } from '../lots/useNumbersOwn.ts';
import { screenChangesOf } from '../screenChanges.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { sentDelivery, type SentDelivery, type WaitingDelivery } from './deliveryOutbox.ts';
import { deviceOutbox as outbox } from './deviceOutbox.ts';
import { correctionDraft } from './receiveForm.ts';

/** Requests with another lot id, after others took the proposed one. */
const MOST_IDS = 3;

/**
 * `kept`: without an answer. `refused`: nothing was registered. Either way the delivery stays in the outbox, a refused
 * one under `key` until its correction is registered.
 */
export type SentResult =
  | { kind: 'registered'; lotId: string }
  | { kind: 'kept' }
  | { kind: 'refused'; message: string; key: string };

export interface DeliveriesState {
  /** deliveries without an answer, and refused ones; oldest first */
  waiting: readonly WaitingDelivery[];
  sending: boolean;
  /**
   * Registers a delivery under a free lot id.
   * @param corrects key of the refused delivery whose place it takes; null: it is a new one
   * @param onKept is called once it can no longer be lost
   */
  register: (input: Omit<SentDelivery, 'lotId'>, corrects: string | null, onKept: () => void) => Promise<SentResult>;
  sendAgain: () => Promise<void>;
  /** discards a delivery, with what was typed to correct it */
  remove: (key: string) => void;
}

/** Keys of deliveries that a press is sending, also after its page was left. */
const pressed = new Set<string>();

/** Registers deliveries; those without an answer stay on the device and are sent again under the same key. */
export function useDeliveries(): DeliveriesState {
  const { id: userId } = useUser();
  const words = useReceiveWords();
  const { send, numbered } = useSend();
  const numbersOwn = useNumbersOwn();
  const [waiting, setWaiting] = useState(() => outbox.list(userId));
  const [sending, setSending] = useState(false);
  const running = useRef(false);
  const [tries, setTries] = useState(0);
  const show = () => setWaiting(outbox.list(userId));

  const sendWaiting = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setSending(true);
    const due = outbox.list(userId).filter(({ key, refused }) => refused === null && !pressed.has(key));
    for (const one of due) {
      const sent = await send(userId, one);
      if (sent.kind === 'kept') break;
      if (sent.kind === 'registered') {
        const { farmId, weight } = one.input;
        const title = words.say('receive.wasSent', { lotId: sent.lotId, farmId, net: words.formatKg(weight) });
        toaster.create({ type: 'success', title });
      }
    }
    running.current = false;
    setSending(false);
    setTries((before) => before + 1);
    show();
  };
  useSendAgain(waiting, tries, () => void sendWaiting());

  return {
    waiting,
    sending,
    register: async (input, corrects, onKept) => {
      const lotId = lotIdFromClock(new Date());
      const key = createIdempotencyKey();
      const first = { key, at: new Date().toISOString(), input: sentDelivery({ ...input, lotId }), refused: null };
      pressed.add(key);
      if (corrects === null || !outbox.replace(userId, corrects, first)) outbox.put(userId, first);
      onKept();
      // Without connection it keeps the id of the clock.
      const next = numbersOwn ? await numbered(userId, first) : first;
      pressed.add(next.key);
      const sent = await send(userId, next);
      pressed.delete(key);
      pressed.delete(next.key);
      show();
      return sent;
    },
    sendAgain: sendWaiting,
    remove: (key) => {
      outbox.remove(userId, key);
      deviceDrafts.drop(userId, correctionDraft(key));
      show();
    },
  };
}

/** Sends waiting deliveries again: soon after the page opened or went online, then at growing intervals. */
function useSendAgain(waiting: readonly WaitingDelivery[], tries: number, send: () => void): void {
  const isDue = waiting.some(({ refused }) => refused === null);
  const sendNow = useEffectEvent(send);
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => sendNow(), backoffMs(tries, Math.random()));
    const online = () => sendNow();
    addEventListener('online', online);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', online);
    };
  }, [isDue, tries]);
}

/** Sends one delivery of the outbox. Once registered it is removed there; if refused it stays with the reason. */
function useSend(): {
  send: (userId: string, first: WaitingDelivery) => Promise<SentResult>;
  /** gives a delivery that was not sent yet the next number of the cooperative; without an answer it stays as it is */
  numbered: (userId: string, first: WaitingDelivery) => Promise<WaitingDelivery>;
} {
  const client = useApolloClient();
  const words = useReceiveWords();
  const changes = screenChangesOf(client);

  const request = async ({ key, input }: WaitingDelivery) => {
    const data = await writeUnderKey(client, CreateLotDocument, { key, variables: { input } });
    return data?.createLot;
  };
  const registered = (lot: LotNewsFragment): SentResult => {
    changes.lot(lot.id, lot);
    changes.lotLists();
    return { kind: 'registered', lotId: lot.lotId };
  };
  const freeLotId = async (): Promise<string> => {
    const { data } = await client.query({ query: NextLotIdDocument, fetchPolicy: 'network-only' });
    return data?.nextLotId ?? lotIdFromClock(new Date());
  };

  /** Whether a lot that has the id already is this very delivery, whose first answer was lost long ago. */
  const isSame = async ({ lotId, farmId, delivery }: SentDelivery): Promise<boolean> => {
    const { data } = await client.query({
      query: TakenLotDocument,
      variables: { id: lotId },
      fetchPolicy: 'network-only',
    });
    const taken = data?.lot;
    const same = (['bags', 'grossKg', 'tareKg'] as const).every(
      (field) => taken?.delivery?.[field] === delivery[field],
    );
    return taken?.farmId === farmId && same;
  };

  /** The delivery with another lot id and key; null if another tab has taken it meanwhile. */
  const underNextId = async (userId: string, made: WaitingDelivery): Promise<WaitingDelivery | null> => {
    const next = { ...made, key: createIdempotencyKey(), input: { ...made.input, lotId: await freeLotId() } };
    return outbox.replace(userId, made.key, next) ? next : null;
  };

  const send = async (userId: string, first: WaitingDelivery): Promise<SentResult> => {
    let made = first;
    const refused = (message: string): SentResult => {
      outbox.replace(userId, made.key, { ...made, refused: message });
      return { kind: 'refused', message, key: made.key };
    };
    try {
      for (let ids = 1; ; ids += 1) {
        const answer = await request(made);
        if (answer === undefined) return { kind: 'kept' };
        if (answer.__typename === 'LotCreated') {
          outbox.remove(userId, made.key);
          return registered(answer.lot);
        }
        if (await isSame(made.input)) {
          outbox.remove(userId, made.key);
          return { kind: 'registered', lotId: made.input.lotId };
        }
        if (ids === MOST_IDS) return refused(localizedText(words, answer.said));
        // The server has decided: another lot has this id, so the next request is a new one.
        const next = await underNextId(userId, made);
        if (next === null) return { kind: 'kept' };
        made = next;
      }
    } catch (error) {
      if (isUndecided(error)) return { kind: 'kept' };
      return refused(errorMessage(words, error, words.say('receive.failed')));
    }
  };

  return {
    send,
    numbered: async (userId, first) => {
      try {
        return (await underNextId(userId, first)) ?? first;
      } catch {
        return first;
      }
    },
  };
}
