import { Lock } from 'lucide-react';
import type { ComponentProps } from 'react';
import { messages } from '#contract/messages.ts';
import { Field, TextField } from '#web/components/fields.tsx';

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

interface SettingFieldProps extends ComponentProps<typeof TextField> {
  fixed: { value: string; variable: string | undefined };
}

/** A text field, read only where the environment sets the value. */
export const SettingField = ({ fixed: { value, variable }, ...field }: SettingFieldProps) =>
  variable === undefined ? (
    <TextField {...field} />
  ) : (
    <FixedField label={field.label} value={value} variable={variable} />
  );
