import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Form } from '../../design/form/useForm.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { deviceDrafts } from './deviceDrafts.ts';
import type { Draft } from './drafts.ts';

export interface FormDraft {
  /** when what the form opened with was typed, ISO 8601 in UTC; null when it opened anew */
  restoredAt: string | null;
  /** the fields that it opened with; none when it opened anew */
  restored: readonly string[];
  /** whether there is something to lose */
  holds: boolean;
  /** throws it away; the form is as it opens */
  discard: () => void;
  /** it was sent: nothing of it is kept */
  sent: () => void;
}

export interface DraftOptions<Values extends Draft['values'], Input> {
  /** which form, and of which lot: each has a draft of its own */
  name: string;
  form: Form<Values, Input>;
  /** whether the dialog around the form is open; it has a `key` of `useOpenings` */
  open: boolean;
  /** fields that are kept with what was changed though nobody changed them: the day that stood there stays that day */
  along?: readonly (keyof Values & string)[];
  /** changed fields that are not put back in this opening */
  except?: readonly (keyof Values & string)[];
}

/** Keeps what a person changes in a form, key by key, and puts it back when the form is opened again. */
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
  /** as it stands on the device */
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
  // After the one above: what the form holds before it was restored is nobody's.
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
  };
}
