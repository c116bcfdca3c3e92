import { useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

import { Said } from '#web/ui/language/language.tsx';

interface Description {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Beside the label, at the end of its line. */
  aside?: ReactNode;
  children: (described: Description) => ReactNode;
}

export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="field-error">
    <CircleAlert size={16} aria-hidden="true" />
    <span className="min-w-0">
      <Said>{children}</Said>
    </span>
  </p>
);

/** A label, the field, its hint and its error. `children` receives the ids that connect them for screen readers. */
export function Field({ label, error, hint, aside, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="field-label">
          {label}
        </label>
        {aside && <span className="text-sm">{aside}</span>}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="meta mt-1.5">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

type Shown = Omit<FieldProps, 'children'>;

export function TextField({ label, error, hint, aside, className = '', ...input }: Shown & ComponentProps<'input'>) {
  return (
    <Field {...{ label, error, hint, aside }}>
      {(described) => <input type="text" dir="auto" {...input} {...described} className={`input ${className}`} />}
    </Field>
  );
}

export function TextArea({ label, error, hint, aside, className = '', ...input }: Shown & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, error, hint, aside }}>
      {(described) => <textarea rows={5} dir="auto" {...input} {...described} className={`textarea ${className}`} />}
    </Field>
  );
}

/** A password field with a button that shows the password. An error takes the place of its hint, which could contradict it. */
export function PasswordField({ label, error, hint, aside, ...input }: Shown & Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field {...{ label, error, aside }} hint={error ? undefined : hint}>
      {(described) => (
        <div className="relative">
          <input {...input} {...described} type={isShown ? 'text' : 'password'} className="input pe-12" />
          <button
            type="button"
            className="absolute inset-y-0 end-0 grid w-12 cursor-pointer place-items-center rounded-field"
            aria-pressed={isShown}
            aria-label={isShown ? t`Hide password` : t`Show password`}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={20} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}

const alerts = {
  error: { role: 'alert', Icon: CircleAlert, look: 'border-error bg-error/8 text-error' },
  success: { role: 'status', Icon: CircleCheck, look: 'border-success bg-success/8 text-success' },
} as const;

/** A message about the whole form, above its fields. */
export function FormAlert({ children, tone = 'error' }: { children: ReactNode; tone?: keyof typeof alerts }) {
  const { role, Icon, look } = alerts[tone];
  return (
    <div role={role} className={`flex items-start gap-3 rounded-box border px-4 py-3 text-sm font-medium ${look}`}>
      <Icon size={20} className="mt-0.5" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        <Said>{children}</Said>
      </span>
    </div>
  );
}
