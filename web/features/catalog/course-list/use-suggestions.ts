import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { suggestionsQuery } from '#web/api/course-queries.ts';
import { hasAccess, useSession } from '#web/app/session/use-session.ts';
import { suggestedPlaces } from './suggestions.tsx';
import type { CourseFilter } from './use-course-filter.ts';

const QUIET_MS = 150;
const SHORTEST = 2;

/** A text, once it has not changed for a moment. */
const useQuiet = (text: string): string => {
  const [quiet, setQuiet] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return quiet;
};

/** What was typed; another search in the address, such as after the back button, replaces it. */
const useTyped = (search: string) => {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  if (search !== known) {
    setKnown(search);
    setTyped(search);
  }
  return [typed, setTyped] as const;
};

/** The state of the combobox: what was typed, whether suggestions show, and which one the arrow keys are at. */
export const useSuggestions = (filter: CourseFilter) => {
  const isOpenToWatch = hasAccess(useSession());
  const [typed, setTyped] = useTyped(filter.search);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const search = useQuiet(typed.trim());
  const isAsked = isOpen && search.length >= SHORTEST && typed.trim().length >= SHORTEST;
  const { data } = useQuery({ ...suggestionsQuery(search), enabled: isAsked });
  const suggestions = isAsked ? data : undefined;
  const places = suggestions ? suggestedPlaces(suggestions, { filter, search, isOpenToWatch }) : [];
  return {
    typed,
    search,
    isOpen,
    active,
    suggestions,
    places,
    type: (text: string): void => {
      setTyped(text);
      setActive(-1);
      setOpen(true);
    },
    open: () => setOpen(true),
    close: (): void => {
      setOpen(false);
      setActive(-1);
    },
    /** Past the last one is none, and then the first. */
    move: (step: 1 | -1): void => {
      setOpen(true);
      const count = places.length + 1;
      setActive(((active + 1 + step + count) % count) - 1);
    },
  };
};
