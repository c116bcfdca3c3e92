import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { formatPosition } from '#contract/format.ts';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';
import { useVideoValue } from '#web/features/classroom/player/use-video-value.ts';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { NoteList } from '#web/features/classroom/notes/notes-panel.tsx';
import type { LectureNotes } from '#web/features/classroom/notes/use-notes.ts';
import { type Sentence, sentenceAt } from '#video-format/transcript.ts';
import { findIn } from './find-in.ts';
import { transcriptQuery } from './transcript-query.ts';

interface TranscriptPanelProps {
  lecture: Lecture;
  player: PlayerHandle | null;
  notes: LectureNotes;
}

const TIME = ['timeupdate', 'seeked'];

/** Keeps the current sentence at a third of the list's height, until the list is scrolled. */
const useFollowing = (current: number, isAllowed: boolean) => {
  const [isOn, setOn] = useState(true);
  const list = useRef<HTMLOListElement>(null);
  const follows = isOn && isAllowed;
  useLayoutEffect(() => {
    const row = list.current?.children[current];
    if (!follows || !list.current || !row) return;
    const down = row.getBoundingClientRect().top - list.current.getBoundingClientRect().top;
    const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.current.scrollBy({
      top: down - list.current.clientHeight / 3,
      behavior: prefersReducedMotion ? 'instant' : 'smooth',
    });
  }, [current, follows]);
  const stop = () => setOn(false);
  return { isOn, setOn, list, whenScrolled: { onWheel: stop, onTouchMove: stop } };
};

interface SentencesProps extends Pick<TranscriptPanelProps, 'player' | 'notes'> {
  sentences: readonly Sentence[];
}

/** Below a sentence: the notes of the moments from one sentence to the next; those before the first sentence are at the first. */
const NotesBelow = ({ sentences, index, notes }: Pick<SentencesProps, 'sentences' | 'notes'> & { index: number }) => {
  const isHere = ({ positionMs }: { positionMs: number }): boolean =>
    Math.max(0, sentenceAt(sentences, positionMs / 1000)) === index;
  return (
    <div className="pt-1 pe-4 pb-3 ps-19 empty:hidden">
      <NoteList notes={notes} isHere={isHere} />
    </div>
  );
};

const Marked = ({ parts }: { parts: ReturnType<typeof findIn> }) =>
  parts.map(({ text, isFound }, index) =>
    isFound ? (
      <mark key={index} className="bg-secondary/55 font-semibold text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  );

const Sentences = ({ sentences, player, notes }: SentencesProps) => {
  const { t } = useLingui();
  const [wanted, setWanted] = useState('');
  const current = useVideoValue(player?.video, TIME, (video) =>
    video ? sentenceAt(sentences, video.currentTime) : -1,
  );
  const search = wanted.trim();
  const { isOn, setOn, list, whenScrolled } = useFollowing(current, search === '' && !notes.draft);
  const rows = useMemo(
    () =>
      sentences
        .map((sentence, index) => ({ ...sentence, index, parts: findIn(sentence.text, search) }))
        .filter(({ parts }) => search === '' || parts.some(({ isFound }) => isFound)),
    [sentences, search],
  );
  const now = sentences[current];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line p-3">
        <input
          type="search"
          className="input h-11! min-w-48 flex-1 md:max-w-80"
          aria-label={t`Search this lecture`}
          placeholder={t`Search this lecture`}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <label className="flex min-h-11 items-center gap-3 text-sm font-medium">
          <Trans>Follow the lecture</Trans>
          <input
            type="checkbox"
            className="toggle"
            checked={isOn}
            onChange={(event) => setOn(event.currentTarget.checked)}
          />
        </label>
        <output className="meta basis-full empty:hidden">
          {search !== '' && <Plural value={rows.length} one="# match" other="# matches" />}
        </output>
      </div>
      <ol ref={list} className="min-h-0 overflow-y-auto overscroll-contain py-2" {...whenScrolled}>
        {rows.map(({ startSeconds, index, parts }) => (
          <li key={index}>
            <button
              type="button"
              className="grid min-h-11 w-full cursor-pointer grid-cols-[3.25rem_minmax(0,38rem)] gap-3 px-4 py-2 text-start hover:bg-base-200 aria-current:bg-[color-mix(in_oklab,var(--color-primary)_10%,var(--color-base-100))] aria-current:font-semibold aria-current:shadow-[inset_3px_0_0_var(--color-accent),inset_4px_0_0_var(--accent-edge)] data-[read=true]:text-muted md:grid-cols-[3.75rem_minmax(0,38rem)]"
              aria-current={index === current ? 'true' : undefined}
              data-read={index < current}
              onClick={() => player?.actions.seekTo(startSeconds)}
            >
              <span className="num pt-0.5 text-end text-xs text-muted in-aria-current:text-accent-ink">
                {formatPosition(startSeconds * 1000)}
              </span>
              <span dir="auto">
                <Marked parts={parts} />
              </span>
            </button>
            <NotesBelow sentences={sentences} index={index} notes={notes} />
          </li>
        ))}
      </ol>
      {!isOn && search === '' && now && (
        <button
          type="button"
          className="btn btn-primary btn-sm absolute inset-x-0 bottom-3 mx-auto w-fit"
          onClick={() => setOn(true)}
        >
          <Trans>Back to {{ place: formatPosition(now.startSeconds * 1000) }}</Trans>
        </button>
      )}
    </>
  );
};

const RowsSkeleton = () => (
  <div className="grid gap-4 p-4">
    {Array.from({ length: 5 }, (_, index) => (
      <Skeleton key={index} className="h-5 w-full" />
    ))}
  </div>
);

type Captions = Lecture['captions'][number];

const InOneLanguage = ({ lecture, player, notes, captions }: TranscriptPanelProps & { captions: Captions }) => {
  const { t } = useLingui();
  const query = useQuery(transcriptQuery(lecture._id, captions));
  return (
    <QueryBoundary query={query} skeleton={<RowsSkeleton />} failure={t`The transcript could not be loaded.`} isInPanel>
      {(sentences) => <Sentences sentences={sentences} player={player} notes={notes} />}
    </QueryBoundary>
  );
};

/** The transcript, from the captions: it follows the video, its sentences are links to their times, and it can be searched. */
export default function TranscriptPanel({ lecture, player, notes }: TranscriptPanelProps) {
  const { t } = useLingui();
  const [language, setLanguage] = useState('');
  const captions = lecture.captions.find((one) => one.language === language) ?? lecture.captions[0];
  if (!captions) return null;
  return (
    <section aria-label={t`Transcript`} className="classroom-transcript surface relative flex flex-col overflow-hidden">
      {lecture.captions.length > 1 && (
        <label className="flex items-center gap-3 px-3 pt-3 text-sm font-medium">
          <Trans>Language</Trans>
          <select
            className="select h-11! w-auto! max-w-56"
            value={captions.language}
            onChange={(event) => setLanguage(event.currentTarget.value)}
          >
            {lecture.captions.map((one) => (
              <option key={one.language} value={one.language}>
                {one.label}
              </option>
            ))}
          </select>
        </label>
      )}
      <InOneLanguage key={captions.language} lecture={lecture} player={player} notes={notes} captions={captions} />
    </section>
  );
}
