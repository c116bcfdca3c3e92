import { type ComponentProps, useId } from 'react';

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  hint: string;
}

/** A checkbox with a sentence that explains it. */
export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        {...input}
        id={id}
        type="checkbox"
        className="checkbox checkbox-primary border-line-strong mt-0.5 shrink-0"
        aria-describedby={`${id}-hint`}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="meta">
          {hint}
        </p>
      </div>
    </div>
  );
}
