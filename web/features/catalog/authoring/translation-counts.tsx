import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { PanelSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { stateNames, states } from './translation-states.ts';

interface CountsProps {
  languages: ResponseOf<'GET /courses/:courseId/translations'>['languages'];
}

/** How many texts have which state, for each language. */
export function CountsTable({ languages }: CountsProps) {
  const { t } = useLingui();
  const { languages: known } = useSite();
  return (
    <div className="my-5 max-w-2xl overflow-x-auto">
      <table
        className="data-table num max-sm:text-xs max-sm:[&_:is(td,th)]:px-1"
        aria-label={t`Translations by language`}
      >
        <thead>
          <tr>
            <th scope="col">{t`Language`}</th>
            {states.map((state) => (
              <th key={state} scope="col" className="text-end">
                {t(stateNames[state])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {languages.map(({ language, ...counts }) => (
            <tr key={language}>
              <th scope="row">
                <bdi lang={language}>{known.find(({ code }) => code === language)?.name ?? language}</bdi>
              </th>
              {states.map((state) => (
                <td key={state} className="text-end">
                  {counts[state]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Of a course. */
export function TranslationCounts({ courseId }: { courseId: string }) {
  const query = useQuery(
    endpointQuery(['courses', courseId], 'GET /courses/:courseId/translations', { params: { courseId }, staleTime: 0 }),
  );
  return (
    <QueryBoundary query={query} skeleton={<PanelSkeleton />} failure={messages.translations.failure} isInPanel>
      {({ languages }) => <CountsTable languages={languages} />}
    </QueryBoundary>
  );
}
