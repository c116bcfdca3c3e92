import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  useController,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import type { z } from 'zod';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { complaintsAbout } from '#web/forms/complaints.ts';

interface ContractForm<Draft extends FieldValues, Input, Result> {
  /** The contract's schema, with the picked file where the form has one. */
  schema: z.ZodType<Input, Draft>;
  defaults: DefaultValues<Draft>;
  /** `broken` stands above the fields when the server said nothing; without it, `error` does. */
  sentences: { loading?: string; success?: string; error: string; broken?: string; incomplete: string };
  run: (input: Input) => Promise<Result>;
  onSuccess?: (result: Result) => void | Promise<void>;
}

/**
 * A form over a schema of the contract. What is wrong is said above the fields, as a toast, and beside each field; the
 * server's complaints find their fields too. What was typed stays; a second submit while the first runs does nothing.
 */
export function useContractForm<Draft extends FieldValues, Input, Result>(options: ContractForm<Draft, Input, Result>) {
  const { schema, defaults, sentences, run, onSuccess } = options;
  const [complaint, setComplaint] = useState<string>();
  const form = useForm<Draft, unknown, Input>({ resolver: zodResolver(schema), defaultValues: defaults });
  const complaints = complaintsAbout(sentences.incomplete);

  const action = useAction({
    run: (input: Input) => {
      setComplaint(undefined);
      return run(input);
    },
    sentences,
    ...(onSuccess ? { onSuccess } : {}),
    onError: (error) => {
      setComplaint(sentenceOf(error, sentences.broken ?? sentences.error));
      showDetails(form, error);
    },
  });

  const onInvalid = (errors: FieldErrors<Draft>) => {
    const sentence = complaints.ofForm(errors);
    setComplaint(sentence);
    toast.error(sentence);
  };

  return {
    form,
    complaint,
    isBusy: action.isBusy,
    onSubmit: form.handleSubmit(action.start, onInvalid),
    /** For TextField, PasswordField, TextArea: `{...field('email', 'Enter your email')}`. */
    field: (name: Path<Draft>, whenMissing: string) => ({
      ...form.register(name),
      error: complaints.beside(problemOf(form, name), whenMissing),
    }),
    /** What is wrong with one field, for fields that are wired by hand. */
    errorOf: (name: Path<Draft>, whenMissing: string) => complaints.beside(problemOf(form, name), whenMissing),
  };
}

const problemOf = <Draft extends FieldValues, Input>(
  { formState }: UseFormReturn<Draft, unknown, Input>,
  name: Path<Draft>,
): { message?: string | undefined } | undefined => get(formState.errors, name);

const showDetails = <Draft extends FieldValues, Input>(
  form: UseFormReturn<Draft, unknown, Input>,
  error: unknown,
): void => {
  if (!(error instanceof ApiError)) return;
  const names = Object.keys(form.getValues());
  for (const { path, message } of error.details) {
    const name = names.find((candidate): candidate is Path<Draft> => candidate === path);
    if (name) form.setError(name, { message }, { shouldFocus: true });
  }
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
