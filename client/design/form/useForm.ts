import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import {
  useForm as useHookForm,
  useWatch,
  type Control,
  type FieldValues,
  type Path,
  type PathValue,
} from 'react-hook-form';
import type { z } from 'zod';
import { useIsVisible } from '../useIsVisible.ts';
import { formSettings } from './formSettings.ts';
import { useUnsentInput } from './unsentInput.ts';
import { useFormFocus, type FormPlace } from './useFormFocus.ts';

/*
 * const form = useForm({ schema, initial, send, onDone });
 * <Form form={form}><TextInput form={form} field="farmId" label="Farm ID" required /></Form>
 * <Button type="submit" form={form.id} busy={form.busy}>Save</Button>
 *
 * The schema is the one that the server judges by (server/domain), so a rule and its message stand in one place. What was typed stays
 * until the form is done: over a refusal, a line that is down, a session that is renewed.
 */

/**
 * What became of what a form sent. `message` is what the person reads, `field` the one to mend where it is about one. `ignored`: the
 * sending before is still under way.
 */
export type Sent<Result, Field extends string = never> =
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; message: string; field?: Field }
  | { kind: 'ignored' };

/** What came of a press. `wrong` names the fields to mend; where it is the kind as well, nothing was sent. */
export type Submitted =
  | { kind: 'done' | 'ignored' }
  | { kind: 'failed'; message: string; wrong: readonly string[] }
  | { kind: 'wrong'; wrong: readonly string[] };

export interface FormOptions<Values extends FieldValues, Input, Result> {
  /** from what the controls hold to what is sent */
  schema: z.ZodType<Input, Values>;
  /** what the form opens with; read once */
  initial: Values;
  send: (input: Input) => Promise<Sent<Result, Path<Values>>>;
  /** told while this form is in sight alone: what one opening of a dialog began says nothing in the next */
  onDone?: (result: Result) => void;
  /** whether the dialog around the form is open */
  open?: boolean;
  /** how long after the last key a field's message goes and, then, what was said of the last sending; at once, and not, unless told */
  restMs?: number;
  /** of the form element, where the button that presses it stands outside of the form's component */
  id?: string;
}

/** As much of a form as inputs of its fields need. */
export interface FormFields<Values extends FieldValues, Input> {
  control: Control<Values, unknown, Input>;
  values: Values;
  /** the fields that hold what a person changed */
  changed: readonly Path<Values>[];
  /** puts a person's value in place, as if typed */
  set: <Field extends Path<Values>>(field: Field, value: PathValue<Values, Field>) => void;
  /** the field was changed: its message is out of date */
  typed: (field: Path<Values>) => void;
}

export interface Form<Values extends FieldValues, Input> extends FormFields<Values, Input> {
  /** of the form element, for a button outside of it */
  id: string;
  ref: RefObject<HTMLFormElement | null>;
  /** whether what was typed is being sent */
  busy: boolean;
  /** what is said of the last sending */
  failure: string | null;
  setFailure: (message: string | null) => void;
  /** puts a value in place that is nobody's input: it can be left without a question */
  propose: <Field extends Path<Values>>(field: Field, value: PathValue<Values, Field>) => void;
  /** puts values in place that were typed before, as if typed again; a field that is no longer there, or holds something else, is left */
  restore: (values: Readonly<Record<string, unknown>>) => void;
  /** as it opened */
  restart: () => void;
  /** takes the messages away, of all fields unless told */
  forget: (fields?: readonly Path<Values>[]) => void;
  /** whether these fields can be taken; their messages are shown */
  check: (fields: readonly Path<Values>[]) => Promise<boolean>;
  /** checks everything and sends it; two presses are one */
  submit: () => Promise<Submitted>;
  /** moves the focus after the next rendering */
  focus: (place: FormPlace) => void;
}

/** The one way in which screens hold and send what people type. */
export function useForm<Values extends FieldValues, Input, Result>({
  schema,
  initial,
  send,
  onDone,
  open = true,
  restMs,
  id: givenId,
}: FormOptions<Values, Input, Result>): Form<Values, Input> {
  const ownId = useId();
  const [ref, focus] = useFormFocus();
  const hook = useHookForm(formSettings(schema, initial));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Known at once, where the state is known with the next rendering.
  const running = useRef(false);
  const isVisible = useIsVisible(open);
  const rests = useRests(restMs);

  const typed = (field: Path<Values>) =>
    rests.after(field, () => {
      hook.clearErrors(field);
      if (restMs !== undefined) setFailure(null);
    });

  const deliver = async (input: Input): Promise<Submitted> => {
    setBusy(true);
    setFailure(null);
    const sent = await send(input);
    if (sent.kind === 'done') {
      if (isVisible.current) onDone?.(sent.result);
      return { kind: 'done' };
    }
    if (sent.kind === 'ignored') return sent;
    const { message, field } = sent;
    setFailure(message);
    if (field === undefined) return { kind: 'failed', message, wrong: [] };
    hook.setError(field, { type: 'refused', message });
    return { kind: 'failed', message, wrong: [field] };
  };

  const submit = async (): Promise<Submitted> => {
    if (running.current) return { kind: 'ignored' };
    running.current = true;
    rests.end();
    let submitted: Submitted = { kind: 'ignored' };
    try {
      await hook.handleSubmit(
        async (input) => {
          submitted = await deliver(input);
        },
        (errors) => {
          submitted = { kind: 'wrong', wrong: Object.keys(errors) };
        },
      )();
      return submitted;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const values = useWatch({ control: hook.control, compute: (held) => ({ ...held }) });

  const changed = changedFields(values, hook.formState.defaultValues);
  useUnsentInput(open && changed.length > 0);

  return {
    id: givenId ?? ownId,
    ref,
    control: hook.control,
    values,
    busy,
    changed,
    failure,
    setFailure,
    set: (field, value) => {
      hook.setValue(field, value, { shouldDirty: true });
      typed(field);
    },
    propose: (field, value) => hook.resetField(field, { defaultValue: value }),
    restore: (kept) => hook.reset({ ...values, ...fitting(values, kept) }, { keepDefaultValues: true }),
    restart: () => {
      setFailure(null);
      hook.reset();
    },
    typed,
    forget: (fields) => {
      rests.end();
      hook.clearErrors(fields === undefined ? undefined : [...fields]);
    },
    check: (fields) => hook.trigger([...fields]),
    submit,
    focus,
  };
}

/**
 * The fields that several forms have alike, for inputs that all of them show. Such inputs may put any value of `Part` into them: what
 * cannot be taken, the schema says.
 */
export function partOf<Part extends FieldValues, Values extends Part, Input>(
  form: FormFields<Values, Input>,
): FormFields<Part, unknown> {
  // The library's control is of one form's fields alone, though inputs of some of them need no other.
  return form as unknown as FormFields<Part, unknown>;
}

function changedFields<Values extends FieldValues>(
  values: Values,
  opened: Readonly<Record<string, unknown>> | undefined,
): Path<Values>[] {
  return Object.keys(values).filter(
    (field): field is Path<Values> => JSON.stringify(values[field]) !== JSON.stringify(opened?.[field]),
  );
}

/** What of kept values a form still takes: of the same fields, and of the same kind. */
function fitting<Values extends FieldValues>(values: Values, kept: Readonly<Record<string, unknown>>): Partial<Values> {
  const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);
  const fields = Object.keys(values).filter((field) => field in kept && kindOf(kept[field]) === kindOf(values[field]));
  return Object.fromEntries(fields.map((field) => [field, kept[field]])) as Partial<Values>;
}

/** Waits for typing to rest, field by field. */
function useRests(restMs: number | undefined) {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach(clearTimeout);
  }, []);
  return {
    after: (field: string, act: () => void) => {
      if (restMs === undefined) return act();
      clearTimeout(timers.current.get(field));
      timers.current.set(field, setTimeout(act, restMs));
      return undefined;
    },
    end: () => timers.current.forEach(clearTimeout),
  };
}
