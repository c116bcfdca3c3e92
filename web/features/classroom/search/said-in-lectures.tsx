import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { momentsQuery } from '#web/api/lecture-queries.ts';
import { FoundLectures } from './found-lectures.tsx';

/** Below the courses that a search finds: where the words are in lectures that the learner may watch. */
export default function SaidInLectures({ search }: { search: string }) {
  const lectures = useQuery(momentsQuery(search)).data?.lectures ?? [];
  if (lectures.length === 0) return null;
  return (
    <section aria-labelledby="said" className="mt-12">
      <h2 id="said" className="border-b border-line pb-3 text-section">
        <Trans>Said in lectures</Trans>
      </h2>
      <FoundLectures lectures={lectures} search={search} />
    </section>
  );
}
