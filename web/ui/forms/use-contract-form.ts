import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type BaseSyntheticEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  useController,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import type { Part } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { useFormErrors } from './form-errors.ts';

type Schema<Draft, Input> = z.ZodType<Input, Draft>;

interface ContractForm<Draft extends FieldValues, Input, Result> {
  /**
   * The contract's schema, with the picked file where the form has one. Where visitors arrive it is loaded with the first
   * key: evaluating schemas takes longer than drawing the form.
   */
  schema: Schema<Draft, Input> | (() => Promise<Schema<Draft, Input>>);
  defaults: DefaultValues<Draft>;
  /** Where `incomplete` is '', invalid fields have their own sentences alone. `broken` shows above the fields when the server gave no message; without it, `error` does. */
  messages: { loading?: string; success?: string; error: string; broken?: string; incomplete: string };
  run: (input: Input) => Promise<Result>;
  /** The values as they are stored now: fields that were not changed here keep what others saved. */
  latest?: (() => Promise<Draft>) | undefined;
  onSuccess?: (result: Result) => void | Promise<void>;
  /** What saving it changes. */
  changes?: readonly Part[];
}

/** The values of a form, to compare each later. */
const snapshotOf = (values: FieldValues): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof File ? value : JSON.stringify(value),
    ]),
  );

/**
 * A form over a schema of the contract. Errors show above the fields, in a toast, and beside each field until it is
 * corrected; errors from the server appear beside their fields too. A failed submit keeps the input.
 */
export function useContractForm<Draft extends FieldValues, Input, Result>(options: ContractForm<Draft, Input, Result>) {
  const { schema, defaults, messages, run, latest, onSuccess, changes } = options;
  const broken = messages.broken ?? messages.error;
  const [isChecking, setChecking] = useState(false);
  const loadSchema = async () => (typeof schema === 'function' ? schema() : schema);
  const resolver: Resolver<Draft, unknown, Input> = async (...form) =>
    standardSchemaResolver(await loadSchema())(...form);
  const form = useForm<Draft, unknown, Input>({ resolver, defaultValues: defaults });
  const { formError, ...sentences } = useFormErrors(messagesOf(form.formState.errors), messages.incomplete);

  const sent = useRef<{ values: Draft; snapshot: ReturnType<typeof snapshotOf> }>(undefined);
  const send = (input: Input): Promise<Result> => {
    const values = form.getValues();
    sent.current = { values: { ...values }, snapshot: snapshotOf(values) };
    return run(input);
  };

  /** Continues with what was saved, by default what was sent; what was typed meanwhile stays, as a change. */
  const showSaved = (saved?: Draft): void => {
    const typed = { ...form.getValues() };
    const { snapshot } = sent.current ?? {};
    const now = snapshotOf(typed);
    const names = Object.keys(typed).filter((name): name is Path<Draft> => snapshot?.get(name) !== now.get(name));
    form.reset(saved ?? sent.current?.values);
    if (snapshot) for (const name of names) form.setValue(name, get(typed, name), { shouldDirty: true });
  };

  const action = useAction({
    run: async (input: Input) => {
      sentences.clear();
      if (!latest) return send(input);
      form.reset(await latest(), { keepDirtyValues: true });
      return send((await loadSchema()).parse(form.getValues()));
    },
    messages,
    changes,
    ...(onSuccess ? { onSuccess } : {}),
    onError: (error) => {
      sentences.showFailure({ sentence: errorMessage(error, broken), isOfField: showDetails(form, error) });
    },
  });

  const onInvalid = (errors: FieldErrors<Draft>) => sentences.showInvalid(messagesOf(errors));

  const submit = async (event?: BaseSyntheticEvent): Promise<void> => {
    setChecking(true);
    await form
      .handleSubmit(
        action.start,
        onInvalid,
      )(event)
      .catch(() => sentences.showBroken(broken));
    setChecking(false);
  };

  const errorOf = (name: Path<Draft>, whenMissing: string) =>
    sentences.forField(fieldErrorIn(form, name)?.message, whenMissing);

  return {
    form,
    formError,
    isBusy: isChecking || action.isBusy,
    submit,
    showSaved,
    onSubmit: (event: BaseSyntheticEvent): void => void submit(event),
    /** For TextField, PasswordField, TextArea: `{...field('email', 'Enter your email')}`. */
    field: (name: Path<Draft>, whenMissing: string) => ({
      ...form.register(name),
      onInput: () => void loadSchema().catch(() => undefined),
      error: errorOf(name, whenMissing),
    }),
    /** For fields that are not native inputs, such as FileDrop. */
    errorOf,
  };
}

const messagesOf = (errors: FieldErrors): unknown[] => Object.values(errors).map((error) => error?.message);

const fieldErrorIn = <Draft extends FieldValues, Input>(
  { formState }: UseFormReturn<Draft, unknown, Input>,
  name: Path<Draft>,
): { message?: string | undefined } | undefined => get(formState.errors, name);

/** Returns whether an error stands beside a field. */
const showDetails = <Draft extends FieldValues, Input>(
  form: UseFormReturn<Draft, unknown, Input>,
  error: unknown,
): boolean => {
  if (!(error instanceof ApiError)) return false;
  const names = Object.keys(form.getValues());
  let isShown = false;
  for (const { path, message } of error.details) {
    const name = names.find((candidate): candidate is Path<Draft> => candidate === path);
    if (!name) continue;
    form.setError(name, { message }, { shouldFocus: true });
    isShown = true;
  }
  return isShown;
};

/** The file of a form, for FileDrop: `{...usePickedFile(form, 'avatar')}`. */
export function usePickedFile<Draft extends FieldValues, Input>(
  form: UseFormReturn<Draft, unknown, Input>,
  name: Path<Draft>,
) {
  const { field } = useController({ control: form.control, name });
  const value: unknown = field.value;
  return {
    ref: field.ref,
    name,
    file: value instanceof File ? value : undefined,
    onFile: (file: File | undefined) => field.onChange(file),
  };
}
