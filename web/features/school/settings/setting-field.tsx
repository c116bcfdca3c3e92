import { Lock } from 'lucide-react';
import type { ComponentProps } from 'react';
import { messages } from '#contract/messages.ts';
import { Field, TextField } from '#web/ui/forms/fields.tsx';

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

interface Fixed {
  fixed: { value: string; variable: string | undefined };
}

interface SettingFieldProps extends ComponentProps<typeof TextField>, Fixed {}

/** A text field, read only where the environment sets the value. */
export const SettingField = ({ fixed: { value, variable }, ...field }: SettingFieldProps) =>
  variable === undefined ? (
    <TextField {...field} />
  ) : (
    <FixedField label={field.label} value={value} variable={variable} />
  );

interface SelectSettingProps extends ComponentProps<'select'>, Fixed {
  label: string;
  hint?: string;
  /** Values with their names. */
  options: readonly (readonly [value: string, name: string])[];
}

/** A choice of one, read only where the environment sets the value. */
export const SelectSetting = ({ label, hint, options, fixed, ...select }: SelectSettingProps) =>
  fixed.variable === undefined ? (
    <Field label={label} hint={hint}>
      {(described) => (
        <select {...select} {...described} className="select h-12">
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  ) : (
    <FixedField
      label={label}
      value={options.find(([value]) => value === fixed.value)?.[1] ?? fixed.value}
      variable={fixed.variable}
    />
  );
