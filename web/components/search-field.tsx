import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useHasLeft } from '#web/components/place.ts';

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
  const hasLeft = useHasLeft();
  const { key } = useLocation();
  // Drawn again when a page that was chosen is called off: the search goes on then.
  useNavigation();
  if (value !== known) {
    // The address changed by another way, such as the back button.
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }

  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => {
      // A new address now would call off the page that was just chosen.
      if (!hasLeft(key)) onSearch(typed.trim());
    }, QUIET_MS);
    return () => clearTimeout(timer);
  });

  return (
    <form
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers of 2023 do not know the tag yet
      role="search"
      className="lg:w-96 lg:shrink-0"
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
  );
}
