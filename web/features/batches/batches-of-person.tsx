import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#contract/format.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { daysOf, stateWords } from './batch-words.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** The batches that a person is and was in, in their access. */
export default function BatchesOfPerson({ userId }: { userId: string }) {
  const { t } = useLingui();
  const { timeZone } = useSite();
  const { data } = useQuery(
    endpointQuery(['people', 'batches'], 'GET /admin/people/:userId/batches', { params: { userId } }),
  );
  const language = useLanguage();
  const batches = data?.batches ?? [];
  if (batches.length === 0) return null;
  return (
    <section aria-label={t`Batches`} className="mt-4">
      <h3 className="text-sm font-semibold">
        <Trans>Batches</Trans>
      </h3>
      <ul className="mt-1 text-sm">
        {batches.map((batch) => (
          <li key={`${batch._id} ${batch.joinedAt}`} className="py-1.5 wrap-anywhere">
            <span className={batch.leftAt === null ? 'font-medium' : 'text-muted'}>
              {batch.course.title}: {batch.name}
            </span>
            <span className="meta block">
              {batch.leftAt === null
                ? `${stateWords(batch, language)}. ${t`Joined ${formatDay(batch.joinedAt, timeZone, language.locale)}`}`
                : `${daysOf(batch, language)}. ${t`Left ${formatDay(batch.leftAt, timeZone, language.locale)}`}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
