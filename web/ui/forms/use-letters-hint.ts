import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api/query.ts';
import { useQuiet } from '#web/ui/use-quiet.ts';

const QUIET_MS = 400;

/** Says which letters of a typed name documents cannot show, before one is issued with it. */
export const useLettersHint = (typed: string): string | undefined => {
  const { t } = useLingui();
  const name = useQuiet(typed, QUIET_MS);
  const query = useQuery(
    endpointQuery('letters-not-drawn', 'GET /user/certificates/letters-not-drawn', {
      query: { name },
      enabled: /[^ -~]/.test(name),
    }),
  );
  const letters = query.data?.lettersNotDrawn ?? [];
  return letters.length === 0 ? undefined : t`PDFs, such as certificates, cannot show ${letters.join(' ')}.`;
};
