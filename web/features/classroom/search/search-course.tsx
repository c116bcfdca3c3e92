import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { momentsQuery } from '#web/api/lecture-queries.ts';
import { useQuiet } from '#web/ui/use-quiet.ts';
import { FoundLectures } from './found-lectures.tsx';
import { secondsOf } from './place-of.ts';

const QUIET_MS = 250;
const SHORTEST = 2;

interface SearchCourseProps {
  courseId: string;
  currentId: string;
  seekTo: (positionMs: number) => void;
}

/** Finds words in all lectures of a course; a moment of the open one is only a jump. */
export default function SearchCourse({ courseId, currentId, seekTo }: SearchCourseProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const id = useId();
  const search = useQuiet(typed.trim(), QUIET_MS);
  const isAsked = search.length >= SHORTEST;
  const { data, isPlaceholderData, isError } = useQuery({ ...momentsQuery(search, courseId), enabled: isAsked });
  const lectures = isAsked ? data?.lectures : undefined;
  return (
    <search className="block border-b border-line px-5 py-3">
      <label htmlFor={id} className="sr-only">
        <Trans>Search this course</Trans>
      </label>
      <input
        id={id}
        type="search"
        dir="auto"
        className="input w-full"
        maxLength={200}
        placeholder={t`Search this course`}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a press opened it
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <output className="meta mt-2 block empty:hidden">
        {isError && <Trans>The search needs a connection.</Trans>}
        {lectures?.length === 0 && !isPlaceholderData && <Trans>No results for “{search}”.</Trans>}
      </output>
      {lectures && lectures.length > 0 && (
        <FoundLectures
          isOfOneCourse
          lectures={lectures}
          search={search}
          onOpen={(lecture, moment) => {
            if (lecture._id !== currentId || moment.atMs === null) return false;
            seekTo(1000 * secondsOf(moment));
            return true;
          }}
        />
      )}
    </search>
  );
}
