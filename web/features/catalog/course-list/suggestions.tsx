import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, CirclePlay } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#web/api/call.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { formatDuration } from '#contract/format.ts';
import { useQuiet } from '#web/ui/use-quiet.ts';
import { pathTo } from '#web/app/path-to.ts';
import { momentsQuery } from '#web/api/lecture-queries.ts';
import { suggestionsQuery } from '#web/api/course-queries.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { type FoundLecture, placeName, placeOf, shownText } from '#web/features/classroom/search/place-of.ts';
import { Marked } from '#web/ui/text/marked.tsx';
import { useRights } from '#web/features/billing/rights.ts';
import { type CourseFilter, NO_FILTER, withFilter } from './use-course-filter.ts';
import { groupBy } from '#contract/group-by.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type Suggested = ResponseOf<'GET /search'>;

const groupNames = { courses: msg`Courses`, lectures: msg`Lectures`, said: msg`Said`, teachers: msg`Teachers` };

/** One suggestion and the page that it opens. */
interface SuggestedPlace {
  group: keyof typeof groupNames | '';
  key: string;
  to: string;
  picture: ReactNode;
  name: ReactNode;
  note?: string;
}

interface PlacesOptions {
  filter: CourseFilter;
  search: string;
  /** Whether the lectures of a course open in the classroom; otherwise, their course. */
  opens: (courseId: string) => boolean;
  /** Where lectures that the user may watch have the words. */
  said: readonly FoundLecture[];
  language: Language;
}

const SAID = 2;

const suggestedPlaces = (
  { courses, lectures, teachers, total }: Suggested,
  { filter, search, opens, said, language }: PlacesOptions,
): SuggestedPlace[] => [
  ...courses.map(({ _id, title, highlights, category, thumbnail, numberOfLectures }): SuggestedPlace => ({
    group: 'courses',
    key: _id,
    to: pathTo('course', { course: _id }),
    picture: <Cover title={title} src={thumbnail.secure_url} sizes="5rem" isEager />,
    name: <Marked text={title} highlights={highlights} />,
    note: `${category} · ${language._(msg({ message: plural(numberOfLectures, { one: '# lecture', other: '# lectures' }) }))}`,
  })),
  ...lectures.map(({ _id, title, highlights, durationMs, course }): SuggestedPlace => ({
    group: 'lectures',
    key: _id,
    to: opens(course._id)
      ? pathTo('classroom', { course: course._id, lecture: _id })
      : pathTo('course', { course: course._id }),
    picture: <CirclePlay size={18} className="text-muted" aria-hidden="true" />,
    name: <Marked text={title} highlights={highlights} />,
    note: durationMs === null ? course.title : `${course.title} · ${formatDuration(durationMs)}`,
  })),
  ...said
    .flatMap((lecture) => lecture.moments.map((moment) => ({ lecture, moment })))
    .slice(0, SAID)
    .map(({ lecture, moment }, index): SuggestedPlace => ({
      group: 'said',
      key: `said ${index}`,
      to: placeOf(lecture, moment, search),
      picture: <CirclePlay size={18} className="text-muted" aria-hidden="true" />,
      name: <Marked {...shownText(moment, language)} />,
      note: `${lecture.title} · ${placeName(moment, language)}`,
    })),
  ...teachers.map(({ name, highlights, courses: count }): SuggestedPlace => ({
    group: 'teachers',
    key: name,
    to: withFilter(NO_FILTER, { teacher: name }),
    picture: <Avatar fullName={name} src={null} className="size-9" />,
    name: <Marked text={name} highlights={highlights} />,
    note: language._(msg({ message: plural(count, { one: '# course', other: '# courses' }) })),
  })),
  ...(total > 0
    ? [
        {
          group: '' as const,
          key: 'all',
          to: withFilter(filter, { search }),
          picture: undefined,
          name: language._(
            msg({
              message: plural(total, { one: `The result for “${search}”`, other: `All # results for “${search}”` }),
            }),
          ),
        },
      ]
    : []),
];

interface SuggestionsProps {
  id: string;
  search: string;
  suggestions: Suggested;
  places: readonly SuggestedPlace[];
  /** The one that the arrow keys are at. */
  active: number;
  onChoose: (to: string) => void;
  onCorrect: (search: string) => void;
}

function NothingFound({ search, suggestions: { didYouMean }, onCorrect }: SuggestionsProps) {
  return (
    <output className="block px-4 py-3 text-sm">
      <Trans>No results for “{search}”.</Trans>{' '}
      {didYouMean !== null && (
        <Trans>
          Did you mean{' '}
          <button type="button" className="link font-semibold" onClick={() => onCorrect(didYouMean)}>
            “{didYouMean}”
          </button>
          ?
        </Trans>
      )}
    </output>
  );
}

interface SuggestionProps {
  place: SuggestedPlace;
  id: string;
  isActive: boolean;
  onChoose: (to: string) => void;
}

const Suggestion = ({ place: { to, picture, name, note }, id, isActive, onChoose }: SuggestionProps) => (
  <Link
    id={id}
    to={to}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element cannot be a link
    role="option"
    aria-selected={isActive}
    tabIndex={-1}
    className="suggestion"
    // The field keeps the focus.
    onMouseDown={(event) => event.preventDefault()}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onChoose(to);
    }}
  >
    {picture !== undefined && <span className="suggestion-picture">{picture}</span>}
    <span className="min-w-0 flex-1">
      <span className="line-clamp-2">{name}</span>
      {note !== undefined && <span className="meta line-clamp-1">{note}</span>}
    </span>
    {picture === undefined && <ArrowRight size={16} aria-hidden="true" />}
  </Link>
);

export function Suggestions(props: SuggestionsProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const { id, places, active, onChoose } = props;
  const nameOf = (group: SuggestedPlace['group']): string => (group ? _(groupNames[group]) : t`All results`);
  const groups = groupBy(
    places.map((place, index) => ({ place, index })),
    ({ place }) => place.group,
  );
  return (
    <div className="suggestions">
      {places.length === 0 && <NothingFound {...props} />}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no other element is the list of a combobox */}
      <div id={id} role="listbox" aria-label={t`Suggestions`}>
        {[...groups].map(([group, found]) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list of options has no other groups
          <div key={group} role="group" aria-label={nameOf(group)} className="suggestion-group">
            {group && (
              <p className="meta px-4 pb-1 font-semibold" aria-hidden="true">
                {nameOf(group)}
              </p>
            )}
            {found.map(({ place, index }) => (
              <Suggestion
                key={place.key}
                place={place}
                id={`${id}-${index}`}
                isActive={index === active}
                onChoose={onChoose}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const QUIET_MS = 150;
const SHORTEST = 2;

/** The typed text; another search in the address, such as after the back button, replaces it. */
const useTyped = (search: string) => {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  if (search !== known) {
    setKnown(search);
    setTyped(search);
  }
  return [typed, setTyped] as const;
};

/** The state of the combobox: the typed text, whether suggestions show, and the active one. */
export const useSuggestions = (filter: CourseFilter) => {
  const { opens } = useRights();
  const language = useLanguage();
  const hasSession = useSession() !== undefined;
  const [typed, setTyped] = useTyped(filter.search);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const search = useQuiet(typed.trim(), QUIET_MS);
  const isAsked = isOpen && search.length >= SHORTEST && typed.trim().length >= SHORTEST;
  const { data } = useQuery({ ...suggestionsQuery(search), enabled: isAsked });
  const found = useQuery({ ...momentsQuery(search), enabled: isAsked && hasSession, retry: false });
  const suggestions = isAsked ? data : undefined;
  const said = (isAsked && found.data?.lectures) || [];
  const places = suggestions ? suggestedPlaces(suggestions, { filter, search, opens, said, language }) : [];
  return {
    typed,
    search,
    isOpen,
    active,
    suggestions,
    places,
    type: (text: string): void => {
      setTyped(text);
      setActive(-1);
      setOpen(true);
    },
    open: () => setOpen(true),
    close: (): void => {
      setOpen(false);
      setActive(-1);
    },
    /** Past the last one is none, and then the first. */
    move: (step: 1 | -1): void => {
      setOpen(true);
      const count = places.length + 1;
      setActive(((active + 1 + step + count) % count) - 1);
    },
  };
};
