import { useEffect, useState } from 'react';

/** A value after a pause in typing. */
export const useQuiet = <Value>(typed: Value, quietMs: number): Value => {
  const [quiet, setQuiet] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(typed), quietMs);
    return () => clearTimeout(timer);
  }, [typed, quietMs]);
  return quiet;
};
