import { type ComponentProps, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { SecretState } from '#contract/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, PasswordField } from '#web/ui/forms/fields.tsx';
import { FixedField } from './setting-field.tsx';

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
