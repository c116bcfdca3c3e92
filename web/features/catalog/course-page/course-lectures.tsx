import { msg, plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { outlineLength } from '#web/features/kinds/kinds.ts';
import { ChevronDown, Play } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#web/api/call.ts';
import { lecturesQuery } from '#web/api/lecture-queries.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { formatLength } from '#contract/format.ts';
import { lockWords } from '#web/features/classroom/lecture-list/lock-words.ts';
import { LectureRow } from '#web/features/classroom/lecture-list/lecture-row.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useIsOpen } from '#web/features/billing/rights.ts';
import { type PlayHere, playsHere } from './free-lecture.tsx';
import { groupBy } from '#contract/group-by.ts';
import { useSite } from '#web/ui/page/site.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type AboutCourse = ResponseOf<'GET /courses/:courseId/about'>['course'];
type Lecture = AboutCourse['lectures'][number];

interface RowProps {
  courseId: string;
  play: PlayHere;
  lecture: Lecture;
  number: number;
  /** Why it is not open to someone who has the course. */
  lock: string | undefined;
}

function Row({ courseId, play, lecture: { _id, title, kind, durationMs, isFreePreview }, number, lock }: RowProps) {
  const isOpen = useIsOpen(courseId);
  const language = useLanguage();
  return (
    <li className="border-line not-first:border-t sm:flex sm:items-center">
      <LectureRow
        number={number}
        title={title}
        length={outlineLength(kind, durationMs, language)}
        kind={kind}
        state={(isOpen && lock === undefined) || isFreePreview ? 'open' : 'locked'}
        note={lock}
      />
      {isFreePreview && (
        // It keeps its place, so that nothing moves when it is known who has access.
        <div className={`shrink-0 ps-16 pb-3 sm:ps-0 sm:pe-3 sm:pb-0 ${isOpen ? 'invisible' : ''}`}>
          <LinkButton
            to={pathTo('freePreview', { course: courseId, lecture: _id })}
            onClick={playsHere(play, _id)}
            tone="quiet"
            size="small"
            className="max-sm:min-h-11"
          >
            <Play size={16} aria-hidden="true" />
            <Trans>Watch free</Trans>
            <span className="sr-only">: {title}</span>
          </LinkButton>
        </div>
      )}
    </li>
  );
}

const sizeOf = (lectures: readonly Lecture[], { _, locale }: Language): string => {
  const lengthMs = lectures.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
  const { length: total } = lectures;
  const amount = _(msg({ message: plural(total, { one: '# lecture', other: '# lectures' }) }));
  return [amount, ...(lengthMs > 0 ? [formatLength(lengthMs, locale)] : [])].join(' · ');
};

interface SectionProps {
  title: string;
  lectures: readonly Lecture[];
  isFirst: boolean;
  children: ReactNode;
}

const SectionPart = ({ title, lectures, isFirst, children }: SectionProps) => (
  <li className="border-line not-first:border-t">
    <details className="course-section" open={isFirst}>
      <summary>
        <span className="flex min-w-0 grow justify-between gap-x-4 max-sm:flex-col sm:items-baseline">
          <span className="font-semibold wrap-anywhere">{title}</span>
          <span className="meta shrink-0">{sizeOf(lectures, useLanguage())}</span>
        </span>
        <ChevronDown size={20} className="text-muted shrink-0" aria-hidden="true" />
      </summary>
      <ol>{children}</ol>
    </details>
  </li>
);

/** Why lectures are not open yet, for someone who has the course. */
const useLocks = ({
  _id: courseId,
  opensInSteps,
  hasBatches,
}: AboutCourse): ReadonlyMap<string, string | undefined> => {
  const { timeZone } = useSite();
  const language = useLanguage();
  const { data } = useQuery({
    ...lecturesQuery(courseId),
    enabled: useIsOpen(courseId) && (opensInSteps || hasBatches),
  });
  return new Map(data?.lectures.map((lecture) => [lecture._id, lockWords(lecture, timeZone, language)]));
};

interface CourseLecturesProps {
  course: AboutCourse;
  play: PlayHere;
}

/** The lectures before the first section, then the sections that have some. */
function Outline({ course, play }: CourseLecturesProps) {
  const { _id: courseId, sections, lectures } = course;
  const locks = useLocks(course);
  const inSection = groupBy(lectures, ({ sectionId }) => sectionId);
  const rowsOf = (own: readonly Lecture[]): ReactNode =>
    own.map((lecture) => (
      <Row
        key={lecture._id}
        {...{ courseId, play, lecture }}
        number={lectures.indexOf(lecture) + 1}
        lock={locks.get(lecture._id)}
      />
    ));
  return (
    <ol className="surface overflow-hidden">
      {rowsOf(inSection.get(null) ?? [])}
      {sections.map(({ _id, title }, index) => {
        const own = inSection.get(_id) ?? [];
        return (
          <SectionPart key={_id} title={`${index + 1}. ${title}`} lectures={own} isFirst={index === 0}>
            {rowsOf(own)}
          </SectionPart>
        );
      })}
    </ol>
  );
}

/** The content of a course. */
export function CourseLectures({ course, play }: CourseLecturesProps) {
  const { sections, lectures } = course;
  const language = useLanguage();
  const { length: total } = sections;
  const size = [
    ...(total > 0 ? [language._(msg({ message: plural(total, { one: '# section', other: '# sections' }) }))] : []),
    sizeOf(lectures, language),
  ].join(' · ');
  return (
    <section className="mt-10" aria-labelledby="lectures">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="lectures" className="text-section">
          <Trans>Lectures</Trans>
        </h2>
        {lectures.length > 0 && <p className="meta">{size}</p>}
      </div>
      {lectures.length === 0 ? (
        <EmptyState>
          <Trans>Lectures coming soon</Trans>
        </EmptyState>
      ) : (
        <Outline course={course} play={play} />
      )}
    </section>
  );
}
