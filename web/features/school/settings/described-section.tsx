import type { ComponentProps, ReactNode } from 'react';
import { z } from 'zod';
import type { Descriptor } from '#contract/languages/language.ts';
import { messages } from '#contract/messages.ts';
import type { SecretState } from '#contract/school/secret-state.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { Field, TextField } from '#web/ui/forms/fields.tsx';
import { numberOf } from '#web/ui/forms/typed-number.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useSectionForm } from './use-section-form.ts';
import { FixedField, SecretSetting } from './setting-field.tsx';

const GIGABYTE = 1024 ** 3;

/** Translated where it is shown; names and examples are strings. */
type Text = Descriptor | string;
type Translated = 'label' | 'hint' | 'placeholder';

/** A field of a section, as its page describes it. */
export interface DescribedField extends Omit<ComponentProps<typeof TextField>, 'name' | 'is' | Translated> {
  label: Text;
  hint?: Text;
  placeholder?: Text;
  /** Numbers are text while they are edited, sizes gigabytes, and an empty secret keeps the stored one. */
  is?: 'text' | 'count' | 'gigabytes' | 'switch' | 'secret';
  /** Beside the field while it is empty and must not be. */
  whenMissing?: string;
  /** The values to choose from, with their names. */
  options?: readonly (readonly [value: string, name: Text])[];
}

type Value = string | number | boolean;
type Draft = Record<string, Value>;

const drafted = ({ is = 'text' }: DescribedField, value: Value): Value => {
  if (is === 'switch') return value;
  return String(is === 'gigabytes' ? Number(value) / GIGABYTE : value);
};

const typed = ({ is = 'text' }: DescribedField, value: Value): Value | undefined => {
  if (is === 'count') return numberOf(String(value));
  if (is === 'gigabytes') return Math.round(numberOf(String(value)) * GIGABYTE);
  return is === 'secret' && value === '' ? undefined : value;
};

interface Stored {
  values: Readonly<Draft>;
  environment: Readonly<Record<string, string | undefined>>;
}

interface DescribedSection<Name extends string, Input, S extends Stored> {
  section: S;
  fields: Readonly<Record<Name, DescribedField>>;
  /** The states of the fields that are secrets. */
  secrets?: Readonly<Record<string, SecretState | undefined>>;
  /** Of the contract. */
  schema: z.ZodType<Input>;
  save: (input: Input) => Promise<{ message: string; settings: AllSettings }>;
  sectionIn: (settings: AllSettings) => S;
  onSaved?: (settings: AllSettings) => void;
}

/** The form of a section of the settings, drawn from the descriptions of its fields; values without one stay as they are. */
export const useDescribedSection = <Name extends string, Input, S extends Stored>({
  section,
  fields,
  secrets = {},
  schema,
  save,
  sectionIn,
  onSaved,
}: DescribedSection<Name, Input, S>) => {
  const { _ } = useLanguage();
  const known: Readonly<Record<string, DescribedField | undefined>> = fields;
  const draftOf = ({ values }: Stored): Draft => ({
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, known[name] ? drafted(known[name], value) : value]),
    ),
    ...Object.fromEntries(Object.keys(secrets).map((name) => [name, ''])),
  });
  const formSchema = z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .transform((draft, context) => {
      const input = Object.entries(draft).map(([name, value]) => [
        name,
        known[name] ? typed(known[name], value) : value,
      ]);
      const result = schema.safeParse(Object.fromEntries(input));
      if (result.success) return result.data;
      for (const { path, message } of result.error.issues)
        context.addIssue({ code: 'custom', path: [...path], message });
      return z.NEVER;
    });
  const form = useSectionForm<Draft, Input>({
    schema: formSchema,
    defaults: draftOf(section),
    save,
    draftOf: (settings) => draftOf(sectionIn(settings)),
    ...(onSaved ? { onSaved } : {}),
  });

  const showOne = (name: Name): ReactNode => {
    const {
      is = 'text',
      whenMissing = messages.settings.incomplete,
      options,
      hint,
      placeholder,
      ...others
    } = fields[name];
    const label = _(fields[name].label);
    const shown = {
      ...others,
      label,
      ...(hint && { hint: _(hint) }),
      ...(placeholder && { placeholder: _(placeholder) }),
    };
    const variable = section.environment[name];
    const secret = secrets[name];
    if (is === 'switch')
      return <CheckField key={name} label={label} hint={shown.hint ?? ''} {...form.form.register(name)} />;
    if (secret)
      return (
        <SecretSetting
          key={`${name} ${form.saveCount}`}
          {...shown}
          state={secret}
          variable={variable}
          {...form.field(name, whenMissing)}
        />
      );
    if (variable !== undefined) {
      const value = String(drafted(fields[name], section.values[name] ?? ''));
      const chosen = options?.find(([option]) => option === value)?.[1];
      return (
        <FixedField key={name} label={label} value={chosen === undefined ? value : _(chosen)} variable={variable} />
      );
    }
    const { error, ...input } = form.field(name, whenMissing);
    const inputMode = is === 'count' ? 'numeric' : is === 'gigabytes' ? 'decimal' : undefined;
    if (!options) return <TextField key={name} inputMode={inputMode} {...shown} {...input} error={error} />;
    return (
      <Field key={name} label={label} hint={shown.hint} error={error}>
        {(described) => (
          <select {...input} {...described} className="select h-12">
            {options.map(([option, text]) => (
              <option key={option} value={option}>
                {_(text)}
              </option>
            ))}
          </select>
        )}
      </Field>
    );
  };
  return { ...form, formSchema, show: (...names: Name[]) => names.map(showOne) };
};
