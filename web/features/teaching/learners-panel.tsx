import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import type { TaughtCourse } from '#contract/teaching/teaching.ts';
import { learnersQuery } from '#web/api/teaching-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatCount } from '#contract/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { type Learner, LearnerProgress, whereabouts } from './learner-list.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

const SHOWN = 5;

/** The learners of a course who are stuck, or those who watched last. */
export function LearnersPanel({ courses }: { courses: readonly TaughtCourse[] }) {
  const { t } = useLingui();
  const [chosen, choose] = useState(courses[0]?._id ?? '');
  const [isStuck, setStuck] = useState(false);
  const query = useQuery(learnersQuery(chosen, { limit: SHOWN, ...(isStuck ? { stuck: 'true' as const } : {}) }));
  const counts = query.data?.counts;
  return (
    <Panel
      title={t`Learners`}
      aside={
        <div className="flex flex-wrap gap-2">
          {[
            { name: t`All`, isCurrent: !isStuck, count: counts?.all, press: () => setStuck(false) },
            { name: t`Stuck`, isCurrent: isStuck, count: counts?.stuck, press: () => setStuck(true) },
          ].map(({ name, isCurrent, count, press }) => (
            <button key={name} type="button" className="chip" aria-pressed={isCurrent} onClick={press}>
              {name}
              {count !== undefined && <span className="num">{formatCount(count)}</span>}
            </button>
          ))}
        </div>
      }
    >
      {courses.length > 1 && (
        <select
          className="select mb-2 h-11 w-full"
          aria-label={t`Course`}
          value={chosen}
          onChange={({ target }) => choose(target.value)}
        >
          {courses.map(({ _id, title }) => (
            <option key={_id} value={_id}>
              {title}
            </option>
          ))}
        </select>
      )}
      <QueryBoundary query={query} failure={t`The learners could not be loaded`} isInPanel>
        {({ learners }) => <List learners={learners} isStuck={isStuck} />}
      </QueryBoundary>
      <Link
        to={pathTo('teachLearners', { course: chosen, state: isStuck ? 'stuck' : undefined })}
        className="link mt-3 inline-flex min-h-11 items-center text-sm font-semibold"
      >
        <Trans>All learners</Trans>
      </Link>
    </Panel>
  );
}

function List({ learners, isStuck }: { learners: readonly Learner[]; isStuck: boolean }) {
  const { t } = useLingui();
  const language = useLanguage();
  const nowMs = useNow();
  if (learners.length === 0)
    return (
      <p className="text-sm text-muted">
        {isStuck ? t`Nobody stopped more than ${STUCK_AFTER_DAYS} days ago.` : t`Nobody has watched this course yet.`}
      </p>
    );
  return (
    <ul className="divide-y divide-line">
      {learners.map((learner) => (
        <li key={learner._id} className="flex items-center gap-3 py-2.5">
          <Avatar fullName={learner.fullName} src={learner.avatar.secure_url} className="size-9" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">{learner.fullName}</p>
            <p className="meta wrap-anywhere">{whereabouts(learner, nowMs, language)}</p>
          </div>
          <LearnerProgress {...learner} />
        </li>
      ))}
    </ul>
  );
}
