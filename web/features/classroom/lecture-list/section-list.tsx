import { msg, plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { Section } from '#contract/classroom/sections.ts';
import { doneWordOf } from '#web/features/kinds/kinds.ts';
import { formatLength } from '#contract/format.ts';
import { groupBy } from '#contract/group-by.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { sectionLockWords } from './lock-words.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const MAX_SEGMENTS = 12;

type Mark = 'done' | 'current' | 'open';

const marks: Record<Mark, string> = {
  done: 'bg-primary',
  current: 'bg-accent',
  open: 'bg-[light-dark(oklch(86%_0.022_125),var(--color-base-300))]',
};

const markOf = (lecture: Lecture, currentId: string): Mark => {
  if (lecture._id === currentId) return 'current';
  return lecture.progress?.isDone ? 'done' : 'open';
};

/** One segment for each lecture; a plain meter for many. */
const Meter = ({ lectures, currentId }: { lectures: readonly Lecture[]; currentId: string }) => {
  const done = lectures.filter(({ progress }) => progress?.isDone).length;
  if (lectures.length > MAX_SEGMENTS)
    return <progress className="progress h-1 text-primary" value={done} max={lectures.length} aria-hidden="true" />;
  return (
    <span className="flex h-1 gap-0.5" aria-hidden="true">
      {lectures.map((lecture) => (
        <i key={lecture._id} className={`flex-1 rounded-full ${marks[markOf(lecture, currentId)]}`} />
      ))}
    </span>
  );
};

const Facts = ({ lectures }: { lectures: readonly Lecture[] }) => {
  const language = useLanguage();
  const { _, locale } = language;
  const { timeZone } = useSite();
  const locked = sectionLockWords(lectures, useNow(), timeZone, language);
  const length = lectures.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
  const done = lectures.filter(({ progress }) => progress?.isDone).length;
  const doneWord = _(doneWordOf(lectures));
  const { length: total } = lectures;
  const watched = _(
    done === 0
      ? msg({ message: plural(total, { one: '# lecture', other: '# lectures' }) })
      : msg`${done} of ${total} ${doneWord}`,
  );
  const isDone = done === total;
  if (locked !== undefined) return <span className="meta">{locked}</span>;
  return (
    <span className="meta flex flex-wrap items-center gap-x-2">
      {[...(length > 0 ? [formatLength(length, locale)] : []), ...(isDone ? [] : [watched])].join(' · ')}
      {isDone && (
        <span className="inline-flex items-center gap-1 text-success">
          <Check size={16} aria-hidden="true" />
          <Trans>all {doneWord}</Trans>
        </span>
      )}
    </span>
  );
};

interface SectionProps {
  title: string;
  lectures: readonly Lecture[];
  currentId: string;
  /** Below the lectures. */
  foot: ReactNode;
  children: ReactNode;
}

/** Opens by itself when the current lecture is in it; that closes no other. */
const SectionPart = ({ title, lectures, currentId, foot, children }: SectionProps) => {
  const hasCurrent = lectures.some(({ _id }) => _id === currentId);
  const [isOpen, setOpen] = useState(hasCurrent);
  const [hadCurrent, setHadCurrent] = useState(hasCurrent);
  if (hasCurrent !== hadCurrent) {
    setHadCurrent(hasCurrent);
    if (hasCurrent) setOpen(true);
  }
  return (
    <li>
      <button
        type="button"
        className="grid min-h-22.5 w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 bg-base-200 px-5 py-3 text-start text-base md:min-h-18 md:bg-base-100 md:px-4 md:text-sm"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{title}</span>
          <Facts lectures={lectures} />
        </span>
        <ChevronDown size={20} className={isOpen ? 'rotate-180' : ''} aria-hidden="true" />
        <Meter lectures={lectures} currentId={currentId} />
      </button>
      {isOpen && <ol className="divide-y divide-line border-t border-line bg-base-100">{children}</ol>}
      {isOpen && foot}
    </li>
  );
};

interface SectionListProps {
  sections: readonly Section[];
  lectures: readonly Lecture[];
  currentId: string;
  /** A list item. */
  renderRow: (lecture: Lecture) => ReactNode;
  renderFoot: (lectures: readonly Lecture[]) => ReactNode;
}

/** The lectures before the first section, then the sections that have some. */
export const SectionList = ({ sections, lectures, currentId, renderRow, renderFoot }: SectionListProps) => {
  const inSection = groupBy(lectures, ({ sectionId }) => sectionId);
  const shown = sections.filter(({ _id }) => inSection.has(_id));
  return (
    <>
      {inSection.get(null)?.map(renderRow)}
      {shown.map(({ _id, title }, index) => {
        const own = inSection.get(_id) ?? [];
        return (
          <SectionPart
            key={_id}
            title={`${index + 1}. ${title}`}
            lectures={own}
            currentId={currentId}
            foot={renderFoot(own)}
          >
            {own.map(renderRow)}
          </SectionPart>
        );
      })}
    </>
  );
};
