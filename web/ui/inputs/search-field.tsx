import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useHasLeft } from '#web/ui/page/page-heading.tsx';

const QUIET_MS = 300;

interface SearchFieldProps {
  /** The label and placeholder. */
  label: string;
  /** The search in the address. */
  value: string;
  onSearch: (search: string) => void;
}

/** Searches after a pause in typing, or immediately with Enter. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const hasLeft = useHasLeft();
  const { key } = useLocation();
  // Renders again when a navigation is cancelled, so that the search continues.
  useNavigation();
  if (value !== known) {
    // The address changed in another way, such as the back button.
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }

  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => {
      // Changing the address now would cancel a navigation that has started.
      if (!hasLeft(key)) onSearch(typed.trim());
    }, QUIET_MS);
    return () => clearTimeout(timer);
  });

  return (
    <form
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers of 2023 do not know the tag yet
      role="search"
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
          dir="auto"
          value={typed}
          maxLength={200}
          placeholder={label}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
    </form>
  );
}
