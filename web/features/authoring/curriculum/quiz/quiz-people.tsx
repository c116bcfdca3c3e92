import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { QuizAccommodation, QuizPerson } from '#contract/classroom/quiz-accommodations.ts';
import { call } from '#web/api/call.ts';
import { type QuizOfCourse, quizPeopleQuery } from '#web/api/quiz-editing-queries.ts';
import { PersonName } from '#web/app/session/person-name.tsx';
import { useAction } from '#web/api/use-action.ts';
import { SearchField } from '#web/ui/inputs/search-field.tsx';
import { EmptyState, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { noResultsFor } from '#web/ui/table/no-matches.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

const SHOWN = 20;
const EXTRAS = [
  {
    part: 'extraMinutes',
    label: msg`Time back`,
    labelFor: (name: string) => msg`Time back for ${name}`,
    offered: [0, 5, 10, 15, 30, 60],
    words: (count: number) => msg({ message: plural(count, { one: '# minute', other: '# minutes' }) }),
  },
  {
    part: 'extraTimePercent',
    label: msg`Extra time`,
    labelFor: (name: string) => msg`Extra time for ${name}`,
    offered: [0, 25, 50, 100, 200],
    words: (percent: number) => msg`${percent}% more`,
  },
  {
    part: 'extraAttempts',
    label: msg`Extra attempts`,
    labelFor: (name: string) => msg`Extra attempts for ${name}`,
    offered: [0, 1, 2, 3, 5, 10],
    words: (count: number) => msg`${count} more`,
  },
] as const;

interface ExtraProps {
  label: MessageDescriptor;
  /** For screen readers. */
  labelFor: (name: string) => MessageDescriptor;
  name: string;
  value: number;
  offered: readonly number[];
  words: (count: number) => MessageDescriptor;
  isBusy: boolean;
  onChoose: (value: number) => void;
}

/** What is chosen is saved at once; a stored number is offered too. */
const Extra = ({ label, labelFor, name, value, offered, words, isBusy, onChoose }: ExtraProps) => {
  const { t } = useLingui();
  const { _ } = useLanguage();
  return (
    <label className="meta block w-36">
      {_(label)}
      <select
        aria-label={_(labelFor(name))}
        className="select mt-1 w-full"
        value={value}
        disabled={isBusy}
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {[...new Set([...offered, value])]
          .toSorted((a, b) => a - b)
          .map((count) => (
            <option key={count} value={count}>
              {count === 0 ? t`None` : _(words(count))}
            </option>
          ))}
      </select>
    </label>
  );
};

function Person({ place, person }: { place: QuizOfCourse; person: QuizPerson }) {
  const { t } = useLingui();
  const { userId, fullName, attempts, hasPassed } = person;
  const save = useAction({
    run: (part: Partial<QuizAccommodation>) =>
      call('PUT /courses/:courseId/lectures/:lectureId/quiz/people/:userId', {
        params: { ...place, userId },
        body: part,
      }),
    messages: { success: messages.quizzes.accommodated, error: messages.quizzes.notAccommodated },
    changes: [['quizzes', 'people', place.lectureId]],
  });
  return (
    <li className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <p className="min-w-0 flex-1 basis-52 self-center">
        <span dir="auto" className="font-medium wrap-anywhere">
          <PersonName userId={userId}>{fullName}</PersonName>
        </span>
        <span className="meta block">
          {attempts === 0 ? t`No attempts` : <Plural value={attempts} one="# attempt" other="# attempts" />}
          {hasPassed && `, ${t`passed`}`}
        </span>
      </p>
      <div className="flex flex-wrap gap-3">
        {EXTRAS.map(({ part, ...extra }) => (
          <Extra
            key={part}
            {...extra}
            name={fullName}
            value={person[part]}
            isBusy={save.isBusy}
            onChoose={(value) => void save.start({ [part]: value })}
          />
        ))}
      </div>
    </li>
  );
}

/** The learners of the course, with what each gets beyond the rules of a quiz. */
export function QuizPeople({ place }: { place: QuizOfCourse }) {
  const { t } = useLingui();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const query = useQuery(quizPeopleQuery(place, { limit: SHOWN, offset: 0, search }));
  return (
    <Panel title={t`More time and attempts`} className="mt-4">
      <p className="mb-4 text-sm text-muted">
        <Trans>
          For single learners who have begun the course. An attempt that is open gets the time too, and the closing time
          moves by as much. Time back is for an interruption, such as a power cut.
        </Trans>
      </p>
      <div className="mb-4 max-w-80">
        <SearchField label={t`Search learners`} value={search} onSearch={setSearch} />
      </div>
      <QueryBoundary query={query} failure={messages.quizzes.broken}>
        {({ people, total }) => (
          <>
            {people.length === 0 && (
              <EmptyState>
                {search === '' ? t`Nobody has begun the course yet.` : noResultsFor(search, language)}
              </EmptyState>
            )}
            <ul className="divide-y divide-line">
              {people.map((person) => (
                <Person key={person.userId} place={place} person={person} />
              ))}
            </ul>
            {total > SHOWN && (
              <p className="meta mt-3">
                <Trans>
                  <Plural value={total} one="# learner" other="# learners" />. Search to find others.
                </Trans>
              </p>
            )}
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}
