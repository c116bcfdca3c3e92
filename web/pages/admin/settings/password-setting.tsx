import { type ComponentProps, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { SecretState } from '#contract/settings.ts';
import { Button } from '#web/components/button.tsx';
import { Field, PasswordField } from '#web/components/fields.tsx';
import { FixedField } from '#web/pages/admin/settings/setting-field.tsx';

interface PasswordSettingProps extends Omit<ComponentProps<typeof PasswordField>, 'label'> {
  state: SecretState;
  variable: string | undefined;
}

const masked = ({ lastFour }: SecretState): string => `••••••••${lastFour ?? ''}`;

/** The stored password is shown by its last characters and can be replaced. */
export function PasswordSetting({ state, variable, ...field }: PasswordSettingProps) {
  const [isReplaced, setReplaced] = useState(false);
  if (variable !== undefined) return <FixedField label="Password" value={masked(state)} variable={variable} />;
  if (!state.isSet || isReplaced || field.error !== undefined)
    return (
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="Stored encrypted, and never shown."
        {...field}
      />
    );
  return (
    <Field label="Password" error={state.isReadable ? undefined : messages.settings.unreadable}>
      {(described) => (
        <div className="flex gap-3">
          <input {...described} type="text" readOnly value={masked(state)} className="input bg-base-300" />
          <Button tone="quiet" onClick={() => setReplaced(true)}>
            Replace
          </Button>
        </div>
      )}
    </Field>
  );
}
