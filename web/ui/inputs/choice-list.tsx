import { type ComponentProps, useId } from 'react';

interface ChoiceListProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  legend: string;
  options: readonly { value: string; label: string }[];
  error: string | undefined;
}

/** Checkboxes of which several may be chosen. */
export function ChoiceList({ legend, options, error, ...input }: ChoiceListProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id}>
      <legend className="field-label">{legend}</legend>
      <div className="mt-1 grid gap-2 max-sm:gap-0 pointer-coarse:gap-0">
        {options.map(({ value, label }) => (
          <label key={value} className="flex items-center gap-3 max-sm:min-h-11 pointer-coarse:min-h-11">
            <input
              {...input}
              type="checkbox"
              value={value}
              className="checkbox checkbox-primary border-line-strong shrink-0"
            />
            {label}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={id} className="mt-1 text-sm text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
