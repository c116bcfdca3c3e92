import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { SubmittedAttempt } from '#contract/classroom/quiz-fields.ts';
import { type QuizOfCourse, submittedAttemptsQuery } from '#web/api/quiz-editing-queries.ts';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type BadgeLabel, StateBadge } from '#web/ui/panel.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { type Column, useTable } from '#web/ui/table/use-table.ts';
import { formatMoment } from '#contract/format.ts';
import { type PersonToReset, ResetDialog } from './resets.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const badgeOf = ({ score, isReset }: SubmittedAttempt, { _ }: Language): BadgeLabel => {
  if (isReset) return { label: _(msg`Reset`), tone: 'plain' };
  if (!score) return { label: _(msg`To grade`), tone: 'plain' };
  return score.hasPassed ? { label: _(msg`Passed`), tone: 'good' } : { label: _(msg`Not passed`), tone: 'bad' };
};

const columnsOf = (timeZone: string, language: Language): readonly Column<SubmittedAttempt>[] => [
  { id: 'person', title: language._(msg`Name`), kind: 'name', cell: ({ person }) => person.fullName },
  {
    id: 'number',
    title: language._(msg`Attempt`),
    kind: 'number',
    inList: 'detail',
    cell: ({ number }) => number,
    inWords: ({ number }) => language._(msg`Attempt ${number}`),
  },
  {
    id: 'submitted',
    title: language._(msg`Submitted`),
    inList: 'detail',
    cell: ({ submittedAt }) => (
      <span className="num">{submittedAt === null ? '–' : formatMoment(submittedAt, timeZone, language.locale)}</span>
    ),
  },
  {
    id: 'score',
    title: language._(msg`Score`),
    kind: 'number',
    inList: 'detail',
    cell: ({ score }) => (score ? `${score.percent}%` : '–'),
  },
  {
    id: 'state',
    title: language._(msg`Result`),
    inList: 'status',
    cell: (attempt) => <StateBadge {...badgeOf(attempt, language)} />,
  },
];

/** Of those who may reset: an attempt that counts no more has none. */
const actionsOf = (onReset: (person: PersonToReset) => void, { _ }: Language): Column<SubmittedAttempt> => ({
  id: 'actions',
  title: _(msg`Actions`),
  kind: 'actions',
  cell: ({ person, isReset }) =>
    !isReset && (
      <RowMenu
        label={_(msg`Actions for the attempts of ${person.fullName}`)}
        items={[{ label: _(msg`Reset attempts`), icon: RotateCcw, onSelect: () => onReset(person) }]}
      />
    ),
});

/** The attempts at a quiz by person, each with a page of its answers. */
export function AttemptsTable({ place }: { place: QuizOfCourse }) {
  const { t } = useLingui();
  const language = useLanguage();
  const id = useId();
  const control = useTable();
  const { timeZone } = useSite();
  const { quiz } = useCoursePages();
  const [person, setPerson] = useState<PersonToReset>();
  const { courseId: course, lectureId: lecture } = place;
  const query = useQuery({
    ...submittedAttemptsQuery(place, { limit: control.pageSize, offset: control.offset }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-title mb-3">
        <Trans>Attempts</Trans>
      </h2>
      <Table
        label={t`Attempts`}
        control={control}
        query={query}
        pageOf={({ attempts, total }) => ({ rows: attempts, total })}
        columns={[...columnsOf(timeZone, language), actionsOf(setPerson, language)]}
        keyOf={({ _id }) => _id}
        openAt={({ _id: attempt }) => quiz({ course, lecture, tab: 'results', attempt })}
        failure={messages.quizzes.broken}
        empty={
          <EmptyState>
            <Trans>No attempts yet.</Trans>
          </EmptyState>
        }
      />
      {person && <ResetDialog place={place} person={person} onClose={() => setPerson(undefined)} />}
    </section>
  );
}
