import { Lock } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { messages } from '#contract/messages.ts';
import type { SecretState } from '#contract/school/secret-state.ts';
import { Field, PasswordField, TextField } from '#web/ui/forms/fields.tsx';
import { Button } from '#web/ui/button.tsx';

interface FixedFieldProps {
  label: string;
  value: string;
  variable: string;
}

/** A setting of the environment, which is changed on the server. */
export const FixedField = ({ label, value, variable }: FixedFieldProps) => (
  <Field label={label} hint={messages.settings.fixed(variable)}>
    {(described) => (
      <div className="relative">
        <input {...described} type="text" dir="auto" readOnly value={value} className="input bg-base-300 pe-12" />
        <Lock size={18} aria-hidden="true" className="absolute inset-y-0 end-4 my-auto text-muted" />
      </div>
    )}
  </Field>
);

/** A setting as its page describes it. */
export interface Setting<Name extends string> extends Omit<ComponentProps<typeof TextField>, 'name'> {
  name: Name;
  /** Beside the field while it is empty and must not be. */
  whenMissing: string;
  /** The values to choose from, with their names. */
  options?: readonly (readonly [value: string, name: string])[];
}

interface SettingFieldsProps<Name extends string> {
  settings: readonly Setting<Name>[];
  field: (name: Name, whenMissing: string) => UseFormRegisterReturn & { error: string | undefined };
  values: Readonly<Record<Name, string | number>>;
  environment: Readonly<Record<string, string | undefined>>;
}

/** The fields of settings, in their order; read only where the environment sets the value. */
export const SettingFields = <Name extends string>({ settings, ...section }: SettingFieldsProps<Name>) =>
  settings.map(({ name, whenMissing, options, ...shown }) => {
    const { label, hint } = shown;
    const [value, variable] = [String(section.values[name]), section.environment[name]];
    if (variable !== undefined) {
      const chosen = options?.find(([option]) => option === value)?.[1];
      return <FixedField key={name} label={label} value={chosen ?? value} variable={variable} />;
    }
    const { error, ...input } = section.field(name, whenMissing);
    if (!options) return <TextField key={name} {...shown} {...input} error={error} />;
    return (
      <Field key={name} label={label} hint={hint} error={error}>
        {(described) => (
          <select {...input} {...described} className="select h-12">
            {options.map(([option, text]) => (
              <option key={option} value={option}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
    );
  });

interface SecretSettingProps extends ComponentProps<typeof PasswordField> {
  state: SecretState;
  variable: string | undefined;
}

const masked = ({ lastFour }: SecretState): string => `••••••••${lastFour ?? ''}`;

/** A stored secret is shown by its last characters and can be replaced. */
export function SecretSetting({ state, variable, ...field }: SecretSettingProps) {
  const { label } = field;
  const [isReplaced, setReplaced] = useState(false);
  if (variable !== undefined) return <FixedField label={label} value={masked(state)} variable={variable} />;
  if (!state.isSet || isReplaced || field.error !== undefined)
    return <PasswordField autoComplete="new-password" hint="Stored encrypted, and never shown." {...field} />;
  return (
    <Field label={label} error={state.isReadable ? undefined : messages.settings.unreadableSecret}>
      {(described) => (
        <div className="flex gap-3">
          <input {...described} type="text" readOnly value={masked(state)} className="input bg-base-300" />
          <Button tone="quiet" aria-label={`Replace: ${label}`} onClick={() => setReplaced(true)}>
            Replace
          </Button>
        </div>
      )}
    </Field>
  );
}
