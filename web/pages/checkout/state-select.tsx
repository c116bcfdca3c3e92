import { messages } from '#contract/messages.ts';
import { INDIAN_STATES } from '#contract/states.ts';
import type { IndianState } from '#web/api/purchase.ts';
import { Field } from '#web/components/fields.tsx';

interface StateSelectProps {
  value: IndianState | undefined;
  onChange: (state: IndianState | undefined) => void;
  /** "Buy Now" was pressed and no state is chosen. */
  isComplaining: boolean;
}

/** Where the buyer lives: a tax invoice names it. */
export const StateSelect = ({ value, onChange, isComplaining }: StateSelectProps) => (
  <Field
    label="State you live in"
    hint="Your tax invoice names it."
    error={isComplaining && !value ? messages.payment.chooseState : undefined}
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
