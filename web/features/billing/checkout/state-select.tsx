import { messages } from '#contract/messages.ts';
import { INDIAN_STATES } from '#contract/indian-states.ts';
import type { IndianState } from './checkout-queries.ts';
import { Field } from '#web/ui/forms/fields.tsx';

interface StateSelectProps {
  value: IndianState | undefined;
  onChange: (state: IndianState | undefined) => void;
  showsError: boolean;
}

export const StateSelect = ({ value, onChange, showsError }: StateSelectProps) => (
  <Field
    label="State you live in"
    hint="Shown on your tax invoice."
    error={showsError && !value ? messages.payment.chooseState : undefined}
  >
    {(described) => (
      <select
        {...described}
        className="select h-12"
        autoComplete="address-level1"
        required
        value={value ?? ''}
        onChange={({ target }) => onChange(INDIAN_STATES.find((name) => name === target.value))}
      >
        <option value="">Choose a state</option>
        {INDIAN_STATES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    )}
  </Field>
);
