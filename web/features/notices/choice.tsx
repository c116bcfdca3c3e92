import { useSay } from '#web/ui/language/language.tsx';

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
  isLabelShown?: boolean;
}

/** A list to choose from; its options may be messages of the contract. */
export const Choice = ({ label, value, options, onChange, isLabelShown = true }: ChoiceProps) => {
  const say = useSay();
  return (
    <label className="block min-w-0">
      <span className={isLabelShown ? 'field-label' : 'sr-only'}>{label}</span>
      <select className="select h-11 w-full" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([optionValue, text]) => (
          <option key={optionValue} value={optionValue}>
            {say(text)}
          </option>
        ))}
      </select>
    </label>
  );
};
