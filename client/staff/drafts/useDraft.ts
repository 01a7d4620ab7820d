import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormState } from '../../design/form/useForm.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { deviceDrafts } from './deviceDrafts.ts';
import type { Draft } from './drafts.ts';

export interface FormDraft {
  /** when the restored input was typed, ISO 8601 in UTC; null without a restored draft */
  restoredAt: string | null;
  /** the restored fields; empty without a restored draft */
  restored: readonly string[];
  /** whether there is unsent input */
  holds: boolean;
  /** discards the draft and resets the form */
  discard: () => void;
  /** removes the draft after the form was sent */
  sent: () => void;
  /** stores the draft again: what was sent was refused, and the form is still there */
  refused: () => void;
}

export interface DraftOptions<Values extends Draft['values'], Input> {
  /** identifies the form and its lot; each has its own draft. A changed name is that of the next draft stored */
  name: string;
  form: FormState<Values, Input>;
  /** whether the dialog around the form is open; its `key` comes from `useOpenings` */
  open: boolean;
  /** unchanged fields that are stored with the changed ones, such as a default date that must not move */
  along?: readonly (keyof Values & string)[];
  /** changed fields that are not restored this time */
  except?: readonly (keyof Values & string)[];
}

/** Stores each change of a form as a draft, and restores it when the form opens again. */
export function useDraft<Values extends Draft['values'], Input>({
  name,
  form,
  open,
  along = [],
  except = [],
}: DraftOptions<Values, Input>): FormDraft {
  const { id } = useUser();
  const [kept, setKept] = useState<Draft | null>(() => (open ? deviceDrafts.read(id, name) : null));
  const isReady = useRef(kept === null);
  const isSent = useRef(false);
  /** as stored on the device */
  const written = useRef(JSON.stringify(Object.entries(kept?.values ?? {})));

  const { changed, values } = form;
  useEffect(() => {
    if (!open || !isReady.current || isSent.current) return;
    const fields = changed.length === 0 ? [] : new Set<string>([...changed, ...along]);
    const entries = Object.entries(values).filter(([field]) => [...fields].includes(field));
    const text = JSON.stringify(entries);
    if (text === written.current) return;
    written.current = text;
    if (entries.length === 0) deviceDrafts.drop(id, name);
    else deviceDrafts.write(id, name, Object.fromEntries(entries));
  });

  const restore = useEffectEvent(() => {
    if (kept === null || isReady.current) return;
    isReady.current = true;
    form.restore(Object.fromEntries(Object.entries(kept.values).filter(([field]) => !except.includes(field))));
  });
  // Must run after the effect above: values from before the restore must not be stored.
  useEffect(() => restore(), []);

  return {
    restoredAt: kept?.at ?? null,
    restored: Object.keys(kept?.values ?? {}),
    holds: changed.length > 0,
    discard: () => {
      deviceDrafts.drop(id, name);
      setKept(null);
      form.restart();
    },
    sent: () => {
      isSent.current = true;
      deviceDrafts.drop(id, name);
    },
    refused: () => {
      isSent.current = false;
      written.current = '';
    },
  };
}
