import { Field } from '#web/ui/forms/fields.tsx';

interface ChoicesProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

/** One of a few values, in a list. */
export const Choices = ({ label, value, options, onChange }: ChoicesProps) => (
  <Field label={label}>
    {(described) => (
      <select
        {...described}
        className="select h-12 w-full"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);
