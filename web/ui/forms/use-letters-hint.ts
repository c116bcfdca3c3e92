import { useQuery } from '@tanstack/react-query';
import { endpointQuery, queryKeys } from '#web/api/query-keys.ts';
import { useQuiet } from '#web/ui/use-quiet.ts';

const QUIET_MS = 400;

/** Says which letters of a typed name documents cannot show, before one is issued with it. */
export const useLettersHint = (typed: string): string | undefined => {
  const name = useQuiet(typed, QUIET_MS);
  const query = useQuery({
    ...endpointQuery(queryKeys.lettersNotDrawn(name), 'GET /user/certificates/letters-not-drawn', { query: { name } }),
    // Every font has those of ASCII.
    enabled: /[^ -~]/.test(name),
  });
  const letters = query.data?.lettersNotDrawn ?? [];
  return letters.length === 0 ? undefined : `PDFs, such as certificates, cannot show ${letters.join(' ')}.`;
};
