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

const badgeOf = ({ score, isReset }: SubmittedAttempt): BadgeLabel => {
  if (isReset) return { label: 'Reset', tone: 'plain' };
  if (!score) return { label: 'To grade', tone: 'plain' };
  return score.hasPassed ? { label: 'Passed', tone: 'good' } : { label: 'Not passed', tone: 'bad' };
};

const columnsOf = (timeZone: string): readonly Column<SubmittedAttempt>[] => [
  { id: 'person', title: 'Name', kind: 'name', cell: ({ person }) => person.fullName },
  {
    id: 'number',
    title: 'Attempt',
    kind: 'number',
    inList: 'detail',
    cell: ({ number }) => number,
    inWords: ({ number }) => `Attempt ${number}`,
  },
  {
    id: 'submitted',
    title: 'Submitted',
    inList: 'detail',
    cell: ({ submittedAt }) => (
      <span className="num">{submittedAt === null ? '–' : formatMoment(submittedAt, timeZone)}</span>
    ),
  },
  {
    id: 'score',
    title: 'Score',
    kind: 'number',
    inList: 'detail',
    cell: ({ score }) => (score ? `${score.percent}%` : '–'),
  },
  { id: 'state', title: 'Result', inList: 'status', cell: (attempt) => <StateBadge {...badgeOf(attempt)} /> },
];

/** Of those who may reset: an attempt that counts no more has none. */
const actionsOf = (onReset: (person: PersonToReset) => void): Column<SubmittedAttempt> => ({
  id: 'actions',
  title: 'Actions',
  kind: 'actions',
  cell: ({ person, isReset }) =>
    !isReset && (
      <RowMenu
        label={`Actions for the attempts of ${person.fullName}`}
        items={[{ label: 'Reset attempts', icon: RotateCcw, onSelect: () => onReset(person) }]}
      />
    ),
});

/** The attempts at a quiz by person, each with a page of its answers. */
export function AttemptsTable({ place }: { place: QuizOfCourse }) {
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
        Attempts
      </h2>
      <Table
        label="Attempts"
        control={control}
        query={query}
        pageOf={({ attempts, total }) => ({ rows: attempts, total })}
        columns={[...columnsOf(timeZone), actionsOf(setPerson)]}
        keyOf={({ _id }) => _id}
        openAt={({ _id: attempt }) => quiz({ course, lecture, tab: 'results', attempt })}
        failure={messages.quizzes.broken}
        empty={<EmptyState>No attempts yet.</EmptyState>}
      />
      {person && <ResetDialog place={place} person={person} onClose={() => setPerson(undefined)} />}
    </section>
  );
}
