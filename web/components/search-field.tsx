import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

const QUIET_MS = 300;

interface SearchFieldProps {
  /** What is searched, as the field says it. */
  label: string;
  /** What the address says. */
  value: string;
  onSearch: (search: string) => void;
}

/** Searches shortly after the last key, or at once with Enter. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const isLeaving = useNavigation().state !== 'idle';
  if (value !== known) {
    // The address changed by another way, such as the back button.
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }

  useEffect(() => {
    // A new address now would call off the page that was just chosen.
    if (isLeaving || typed.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(typed.trim()), QUIET_MS);
    return () => clearTimeout(timer);
  });

  return (
    <search className="lg:w-96 lg:shrink-0">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim());
        }}
      >
        <label className="input">
          <Search size={20} className="text-muted" aria-hidden="true" />
          <span className="sr-only">{label}</span>
          <input
            type="search"
            value={typed}
            maxLength={200}
            placeholder={label}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      </form>
    </search>
  );
}
