import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import {
  useForm as useHookForm,
  useWatch,
  type Control,
  type DefaultValues,
  type FieldPathByValue,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormProps,
} from 'react-hook-form';
import type { z } from 'zod';
import { useIsVisible } from '../useIsVisible.ts';
import { useUnsentInput } from './unsentInput.ts';
import { useFormFocus, type FormPlace } from './useFormFocus.ts';

/*
 * const form = useForm({ schema, initial, send, onDone });
 * <Form form={form}><TextInput form={form} field="farmId" label="Farm ID" required /></Form>
 * <Button type="submit" form={form.id} busy={form.busy}>Save</Button>
 *
 * Server and client share the schema (server/domain), so each rule and its message exist once. Input stays until the
 * form is done: through a rejection, a lost connection or a session renewal.
 */

/**
 * Result of sending a form. `message` is shown to the user, `field` is the invalid field, if the error is about one.
 * `ignored`: another send is still running.
 */
export type SendResult<Result, Field extends string = never> =
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; message: string; field?: Field }
  | { kind: 'ignored' };

/** Result of a submit. `wrong` lists the invalid fields; as a kind, it means that nothing was sent. */
export type Submitted =
  | { kind: 'done' | 'ignored' }
  | { kind: 'failed'; message: string; wrong: readonly string[] }
  | { kind: 'wrong'; wrong: readonly string[] };

/** Name of a field of a form; of a nested one as `outputs.0.weight`. */
export type FormFieldName<Values extends FieldValues> = Path<Values>;

/** Values of a form's controls, by field. */
export type FormValues = FieldValues;

/** Name of a field that holds a text. */
export type TextFieldName<Values extends FormValues> = FieldPathByValue<Values, string>;

export interface FormOptions<Values extends FieldValues, Input, Result> {
  /** converts control values to the input that is sent */
  schema: z.ZodType<Input, Values>;
  /** initial values; read once */
  initial: Values;
  send: (input: Input) => Promise<SendResult<Result, Path<Values>>>;
  /** called only while this form is visible: a dialog that was reopened must not get results of the previous opening */
  onDone?: (result: Result) => void;
  /** whether the dialog around the form is open */
  open?: boolean;
  /**
   * ms after the last key until a field's message clears, and with it the last send error; default: the message clears
   * at once and the error stays
   */
  restMs?: number;
  /** id of the form element, for a submit button outside the form's component */
  id?: string;
}

/** The part of a form that its inputs need. */
export interface FormFields<Values extends FieldValues, Input> {
  control: Control<Values, unknown, Input>;
  values: Values;
  /** the fields that the user changed */
  changed: readonly Path<Values>[];
  /** sets a value as if the user typed it */
  set: <Field extends Path<Values>>(field: Field, value: PathValue<Values, Field>) => void;
  /** marks a field as changed and clears its message */
  typed: (field: Path<Values>) => void;
}

export interface FormState<Values extends FieldValues, Input> extends FormFields<Values, Input> {
  /** id of the form element, for a button outside it */
  id: string;
  ref: RefObject<HTMLFormElement | null>;
  /** whether the form is being sent */
  busy: boolean;
  /** error message of the last send */
  failure: string | null;
  setFailure: (message: string | null) => void;
  /** sets a value without counting it as user input, so leaving the form needs no confirmation */
  propose: <Field extends Path<Values>>(field: Field, value: PathValue<Values, Field>) => void;
  /** sets values from an earlier draft as if typed; skips fields that no longer exist or have another type */
  restore: (values: Readonly<Record<string, unknown>>) => void;
  /** resets the form to its initial state */
  restart: () => void;
  /** clears messages; default: of all fields */
  forget: (fields?: readonly Path<Values>[]) => void;
  /** validates these fields and shows their messages */
  check: (fields: readonly Path<Values>[]) => Promise<boolean>;
  /** validates and sends the form; ignores a second press */
  submit: () => Promise<Submitted>;
  /** moves the focus after the next render */
  focus: (place: FormPlace) => void;
}

/** State, validation and sending of all forms. */
export function useForm<Values extends FieldValues, Input, Result>({
  schema,
  initial,
  send,
  onDone,
  open = true,
  restMs,
  id: givenId,
}: FormOptions<Values, Input, Result>): FormState<Values, Input> {
  const ownId = useId();
  const [ref, focus] = useFormFocus();
  const hook = useHookForm(formSettings(schema, initial));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A ref, because state is available only after the next render.
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
 * Narrows a form to fields that several forms share, for common inputs. Such inputs may set any value of `Part`; the
 * schema validates it.
 */
export function partOf<Part extends FieldValues, Values extends Part, Input>(
  form: FormFields<Values, Input>,
): FormFields<Part, unknown> {
  // The library's control type is invariant in the form's fields, although these inputs use only some of them.
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

/** The stored values that still fit the form: same fields, same types. */
function fitting<Values extends FieldValues>(values: Values, kept: Readonly<Record<string, unknown>>): Partial<Values> {
  const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);
  const fields = Object.keys(values).filter((field) => field in kept && kindOf(kept[field]) === kindOf(values[field]));
  return Object.fromEntries(fields.map((field) => [field, kept[field]])) as Partial<Values>;
}

/** Debounces typing per field. */
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

/**
 * Default form options: validation runs on submit or on demand, not at each key. Typing clears a field's message and
 * the next submit sets it again, so half-typed input shows no error. `useFormFocus` moves the focus.
 */
export function formSettings<Values extends FieldValues, Input>(
  schema: z.ZodType<Input, Values>,
  initial: Values,
): UseFormProps<Values, unknown, Input> {
  return {
    resolver: zodResolver(schema, undefined, { mode: 'sync' }),
    defaultValues: initial as DefaultValues<Values>,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  };
}
