import { type SyntheticEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { useFormErrors } from './form-errors.ts';

type Errors = Readonly<Record<string, string | undefined>>;

interface VisitorForm<Draft, Input, Result> {
  /** Loaded with the first key, because evaluating schemas takes longer than drawing the form. */
  schema: () => Promise<z.ZodType<Input, Draft>>;
  /** The text fields. */
  defaults: Draft;
  messages: { loading?: string; success?: string; error: string; incomplete: string };
  run: (input: Input) => Promise<Result>;
  onSuccess?: (result: Result) => void;
}

/** The first message for each field. */
const errorsOf = ({ issues }: z.ZodError): Errors =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));

/**
 * As `useContractForm`, for the pages where visitors arrive: without the library of the larger forms. A field is checked again
 * with each key once it was wrong.
 */
export function useVisitorForm<Draft extends object, Input, Result>(options: VisitorForm<Draft, Input, Result>) {
  const { schema, defaults, messages, run, onSuccess } = options;
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(defaults);
  const [errors, setErrors] = useState<Errors>({});
  const [isChecking, setChecking] = useState(false);
  const wasSubmitted = useRef(false);
  const { formError, ...sentences } = useFormErrors(
    Object.values(errors).filter((message) => message !== undefined),
    messages.incomplete,
  );

  /** The texts belong to the document, so that what was typed before the program ran stays. */
  const read = (): Draft => {
    const typed = new FormData(element.current ?? undefined);
    return { ...values, ...Object.fromEntries(Object.keys(defaults).map((name) => [name, typed.get(name) ?? ''])) };
  };

  const showErrors = (found: Errors): void => {
    setErrors(found);
    const isWrong = (field: Element): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.name in found;
    [...(element.current?.elements ?? [])].find(isWrong)?.focus();
  };

  const action = useAction({
    run: (input: Input) => {
      sentences.clear();
      return run(input);
    },
    messages,
    ...(onSuccess ? { onSuccess } : {}),
    onError: (error) => {
      const details = (error instanceof ApiError ? error.details : []).filter(({ path }) => path in values);
      showErrors(Object.fromEntries(details.map(({ path, message }) => [path, message])));
      sentences.showFailure({ sentence: errorMessage(error, messages.error), isOfField: details.length > 0 });
    },
  });

  const submit = async (): Promise<void> => {
    wasSubmitted.current = true;
    setChecking(true);
    try {
      const { success, data, error } = (await schema()).safeParse(read());
      const found = success ? {} : errorsOf(error);
      showErrors(found);
      if (success) await action.start(data);
      else sentences.showInvalid(Object.values(found));
    } catch {
      sentences.showBroken(messages.error);
    } finally {
      setChecking(false);
    }
  };

  const change = (name: string, draft: Draft, isChecked: boolean): void => {
    setValues(draft);
    schema()
      .then((loaded) => {
        if (!isChecked) return;
        const { error } = loaded.safeParse(draft);
        setErrors((before) => ({ ...before, [name]: error && errorsOf(error)[name] }));
      })
      .catch(() => undefined);
  };

  return {
    /** What is typed and picked, as of the last key. */
    values,
    read,
    isBusy: isChecking || action.isBusy,
    formError,
    formProps: {
      ref: element,
      method: 'post',
      noValidate: true,
      onSubmit: (event: SyntheticEvent): void => {
        event.preventDefault();
        void submit();
      },
      onInput: ({ target }: SyntheticEvent): void => {
        if (target instanceof HTMLInputElement && target.type !== 'file')
          change(target.name, read(), wasSubmitted.current);
      },
    },
    /** For TextField and PasswordField: `{...field('email', 'Enter your email')}`. */
    field: (name: keyof Draft & string, whenMissing: string) => ({
      name,
      error: sentences.forField(errors[name], whenMissing),
    }),
    /** For FileDrop. */
    fileField: (name: keyof Draft & string, whenMissing: string) => {
      const file: unknown = values[name];
      return {
        name,
        file: file instanceof File ? file : undefined,
        error: sentences.forField(errors[name], whenMissing),
        onFile: (picked: File | undefined): void => change(name, { ...read(), [name]: picked }, true),
      };
    },
  };
}
