import { type SyntheticEvent, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { z } from 'zod';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { createErrorMessages, useValidationMessage } from './form-errors.ts';

type Errors = Readonly<Record<string, string>>;

interface VisitorForm<Draft, Input, Result> {
  /** Loaded with the first key, because evaluating schemas takes longer than drawing the form. */
  schema: () => Promise<z.ZodType<Input, Draft>>;
  /** The text fields, in the order of the page. */
  defaults: Draft;
  messages: { loading?: string; success?: string; error: string; incomplete: string };
  run: (input: Input) => Promise<Result>;
  onSuccess?: (result: Result) => void;
}

/** The first message for each field. */
const errorsOf = ({ issues }: z.ZodError): Errors =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));

const without = (errors: Errors, name: string): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name));

/** The values of the fields belong to the document, so that what was typed before the program ran stays. */
const useFields = <Draft extends object>(defaults: Draft) => {
  const element = useRef<HTMLFormElement>(null);
  const [files, setFiles] = useState<Readonly<Record<string, File | undefined>>>({});
  const fieldOf = (name: string): HTMLInputElement | undefined => {
    const field = element.current?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field : undefined;
  };
  const read = (picked = files): Draft => {
    const typed = Object.keys(defaults).map((name) => [name, fieldOf(name)?.value ?? '']);
    return { ...defaults, ...Object.fromEntries(typed), ...picked };
  };
  return {
    element,
    files,
    read,
    pick: (name: string, file: File | undefined): Draft => {
      const picked = { ...files, [name]: file };
      setFiles(picked);
      return read(picked);
    },
    focusFirst: (names: Errors): void => {
      const fields = [...(element.current?.elements ?? [])];
      const first = fields.find((field) => field instanceof HTMLInputElement && field.name in names);
      if (first instanceof HTMLElement) first.focus();
    },
  };
};

/**
 * As `useContractForm`, for the pages where visitors arrive: without the library of the larger forms. A field is checked again
 * with each key once it was wrong.
 */
export function useVisitorForm<Draft extends object, Input, Result>(options: VisitorForm<Draft, Input, Result>) {
  const { schema, defaults, messages, run, onSuccess } = options;
  const fields = useFields(defaults);
  const [values, setValues] = useState(defaults);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<{ sentence: string; isOfField: boolean }>();
  const [isChecking, setChecking] = useState(false);
  const wasSubmitted = useRef(false);
  const sentences = createErrorMessages(messages.incomplete);
  const validation = useValidationMessage(sentences.forForm(Object.values(errors)));

  const action = useAction({
    run: (input: Input) => {
      setFailure(undefined);
      validation.hide();
      return run(input);
    },
    messages,
    ...(onSuccess ? { onSuccess } : {}),
    onError: (error) => {
      const details = error instanceof ApiError ? error.details : [];
      const found = Object.fromEntries(
        details.filter(({ path }) => path in fields.read()).map(({ path, message }) => [path, message]),
      );
      setErrors(found);
      fields.focusFirst(found);
      setFailure({ sentence: errorMessage(error, messages.error), isOfField: Object.keys(found).length > 0 });
    },
  });

  const submit = async (): Promise<void> => {
    wasSubmitted.current = true;
    setChecking(true);
    try {
      const checked = (await schema()).safeParse(fields.read());
      if (checked.success) {
        setErrors({});
        await action.start(checked.data);
      } else {
        const found = errorsOf(checked.error);
        setErrors(found);
        setFailure(undefined);
        fields.focusFirst(found);
        validation.show(sentences.forForm(Object.values(found)));
      }
    } catch {
      setFailure({ sentence: messages.error, isOfField: false });
      toast.error(messages.error);
    } finally {
      setChecking(false);
    }
  };

  const check = async (name: string, draft: Draft): Promise<void> => {
    const { error } = (await schema()).safeParse(draft);
    const message = error && errorsOf(error)[name];
    setErrors((before) => ({ ...without(before, name), ...(message === undefined ? {} : { [name]: message }) }));
  };

  const change = (name: string, draft: Draft, isChecked: boolean): void => {
    setValues(draft);
    (isChecked ? check(name, draft) : schema()).catch(() => undefined);
  };

  const isStillWrong = failure?.isOfField !== true || Object.keys(errors).length > 0;
  const errorOf = (name: string, whenMissing: string) => sentences.forField(errors[name], whenMissing);

  return {
    /** What is typed and picked, as of the last key. */
    values,
    read: fields.read,
    isBusy: isChecking || action.isBusy,
    formError: (isStillWrong ? failure?.sentence : undefined) ?? validation.message,
    formProps: {
      ref: fields.element,
      method: 'post',
      noValidate: true,
      onSubmit: (event: SyntheticEvent): void => {
        event.preventDefault();
        void submit();
      },
      onInput: ({ target }: SyntheticEvent): void => {
        if (target instanceof HTMLInputElement && target.type !== 'file')
          change(target.name, fields.read(), wasSubmitted.current);
      },
    },
    /** For TextField and PasswordField: `{...field('email', 'Enter your email')}`. */
    field: (name: keyof Draft & string, whenMissing: string) => ({ name, error: errorOf(name, whenMissing) }),
    /** For FileDrop. */
    fileField: (name: string, whenMissing: string) => ({
      name,
      file: fields.files[name],
      error: errorOf(name, whenMissing),
      onFile: (file: File | undefined): void => change(name, fields.pick(name, file), true),
    }),
  };
}
