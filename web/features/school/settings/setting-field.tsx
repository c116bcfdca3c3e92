import { Trans, useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { SecretState } from '#contract/school/secret-state.ts';
import { Field, PasswordField } from '#web/ui/forms/fields.tsx';
import { Button } from '#web/ui/button.tsx';

interface FixedFieldProps {
  label: string;
  value: string;
  variable: string;
}

/** A setting of the environment, which is changed on the server. */
export function FixedField({ label, value, variable }: FixedFieldProps) {
  const { t } = useLingui();
  return (
    <Field label={label} hint={t`Set by the environment: ${variable}. Change it on the server, then restart.`}>
      {(described) => (
        <div className="relative">
          <input {...described} type="text" dir="auto" readOnly value={value} className="input bg-base-300 pe-12" />
          <Lock size={18} aria-hidden="true" className="absolute inset-y-0 end-4 my-auto text-muted" />
        </div>
      )}
    </Field>
  );
}

interface SecretSettingProps extends ComponentProps<typeof PasswordField> {
  state: SecretState;
  variable: string | undefined;
}

const masked = ({ lastFour }: SecretState): string => `••••••••${lastFour ?? ''}`;

/** A stored secret is shown by its last characters and can be replaced. */
export function SecretSetting({ state, variable, ...field }: SecretSettingProps) {
  const { t } = useLingui();
  const { label } = field;
  const [isReplaced, setReplaced] = useState(false);
  if (variable !== undefined) return <FixedField label={label} value={masked(state)} variable={variable} />;
  if (!state.isSet || isReplaced || field.error !== undefined)
    return <PasswordField autoComplete="new-password" hint={t`Stored encrypted, and never shown.`} {...field} />;
  return (
    <Field label={label} error={state.isReadable ? undefined : messages.settings.unreadableSecret}>
      {(described) => (
        <div className="flex gap-3">
          <input {...described} type="text" readOnly value={masked(state)} className="input bg-base-300" />
          <Button tone="quiet" aria-label={t`Replace: ${label}`} onClick={() => setReplaced(true)}>
            <Trans>Replace</Trans>
          </Button>
        </div>
      )}
    </Field>
  );
}
