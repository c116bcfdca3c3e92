import { Trans } from '@lingui/react/macro';
import { FileText, Play } from 'lucide-react';
import { Link } from 'react-router';
import { START_PLAYING } from '#web/app/path-to.ts';
import { Marked } from '#web/ui/text/marked.tsx';
import { type FoundLecture, type FoundMoment, placeName, placeOf, shownText } from './place-of.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

interface FoundLecturesProps {
  lectures: readonly FoundLecture[];
  search: string;
  /** Where the course is known, it is not named. */
  isOfOneCourse?: boolean;
  /** True where the moment was opened without leaving the page. */
  onOpen?: (lecture: FoundLecture, moment: FoundMoment) => boolean;
}

/** Lectures that have the words of a search, and where: each place opens the lecture there. */
export const FoundLectures = ({ lectures, search, isOfOneCourse, onOpen }: FoundLecturesProps) => {
  const language = useLanguage();
  return (
    <ul className="divide-y divide-line">
      {lectures.map((lecture) => (
        <li key={lecture._id} className="py-3">
          <h3 className="font-sans text-base font-semibold tracking-normal">{lecture.title}</h3>
          {!isOfOneCourse && <p className="meta">{lecture.course.title}</p>}
          <ul className="mt-1">
            {lecture.moments.map((moment, index) => {
              const Icon = moment.atMs === null ? FileText : Play;
              return (
                // oxlint-disable-next-line react/no-array-index-key -- the same words may be said twice in a second
                <li key={index}>
                  <Link
                    to={placeOf(lecture, moment, search)}
                    state={START_PLAYING}
                    className="-mx-2 flex min-h-11 items-start gap-3 rounded-field px-2 py-2.5 hover:bg-base-200"
                    onClick={(event) => {
                      if (onOpen?.(lecture, moment)) event.preventDefault();
                    }}
                  >
                    <Icon size={14} aria-hidden="true" className="mt-1 shrink-0 text-primary" />
                    <span className="num min-w-12 shrink-0 text-sm whitespace-nowrap font-semibold text-accent-ink">
                      {placeName(moment, language)}
                    </span>
                    <span className="min-w-0 text-sm wrap-anywhere" dir="auto">
                      <Marked {...shownText(moment, language)} markClass="bg-secondary/55 font-semibold text-inherit" />
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
          {lecture.more > 0 && (
            <p className="meta ps-8">
              <Trans>{{ more: lecture.more }} more in this lecture</Trans>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
};
