import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { MINUTE_MS } from '#contract/durations.ts';
import { MarkedWords } from '#web/features/questions/marked-words.tsx';
import { findIn } from '#web/features/classroom/transcript/find-in.ts';
import { transcriptQuery } from '#web/features/classroom/transcript/transcript-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { noResultsFor } from '#web/ui/table/no-matches.tsx';
import type { MomentLecture } from './moment-lecture.ts';
import { timeOf } from './question-draft.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const HITS_MAX = 30;

export interface FoundMinute {
  lectureId: string;
  fromMs: number;
  toMs: number;
}

interface Hit extends FoundMinute {
  lecture: MomentLecture;
  text: string;
}

/** The sentences of the course that have every word. */
const useHits = (lectures: readonly MomentLecture[], words: readonly string[]): { hits: Hit[]; isLoading: boolean } => {
  const spoken = lectures.flatMap((lecture) => {
    const [captions] = lecture.captions;
    return captions ? [{ lecture, captions }] : [];
  });
  const queries = useQueries({
    queries: spoken.map(({ lecture, captions }) => transcriptQuery(lecture._id, captions)),
  });
  const hits = spoken.flatMap(({ lecture }, index) =>
    (queries[index]?.data ?? []).flatMap(({ startSeconds, text }): Hit[] => {
      if (!words.every((word) => findIn(text, word).some(({ isFound }) => isFound))) return [];
      const fromMs = Math.floor(startSeconds) * 1000;
      const toMs = Math.max(fromMs + 1000, Math.min(fromMs + MINUTE_MS, lecture.durationMs ?? Number.MAX_SAFE_INTEGER));
      return [{ lecture, lectureId: lecture._id, fromMs, toMs, text }];
    }),
  );
  return { hits: words.length === 0 ? [] : hits, isLoading: queries.some(({ isPending }) => isPending) };
};

interface FindWordsProps {
  /** Videos and sounds. */
  lectures: readonly MomentLecture[];
  onChoose: (minute: FoundMinute) => void;
  onClose: () => void;
}

/** Finds the minute that explains a question by what is said in it. */
export function FindWords({ lectures, onChoose, onClose }: FindWordsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const words = search.trim().split(/\s+/).filter(Boolean);
  const { hits, isLoading } = useHits(lectures, words);
  const nothing = isLoading ? t`Loading the captions…` : noResultsFor(search.trim(), language);
  return (
    <Dialog
      isOpen
      title={t`Search the captions`}
      onClose={onClose}
      actions={
        <Button tone="quiet" size="large" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <TextField
        label={t`Words of the lecture`}
        type="search"
        autoComplete="off"
        data-first=""
        value={search}
        hint={t`Lectures with captions are searched.`}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        // Enter would save the question around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <output className="sr-only">{words.length > 0 && hits.length > 0 && t`${hits.length} found`}</output>
      {words.length > 0 && hits.length === 0 && <p className="mt-4 text-muted">{nothing}</p>}
      <ul className="mt-3 max-h-80 divide-y divide-line overflow-y-auto" aria-label={t`Results`}>
        {hits.slice(0, HITS_MAX).map((hit) => (
          <li key={`${hit.lectureId} ${hit.fromMs} ${hit.text}`}>
            <button
              type="button"
              className="w-full cursor-pointer py-3 text-start hover:bg-base-200"
              onClick={() => onChoose(hit)}
            >
              <span className="meta num block wrap-anywhere">
                <Trans>
                  Lecture {hit.lecture.number}, {hit.lecture.title} · {{ time: timeOf(hit.fromMs) }}
                </Trans>
              </span>
              <span className="block wrap-anywhere" dir="auto">
                <MarkedWords text={hit.text} found={words} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hits.length > HITS_MAX && (
        <p className="meta mt-2">
          <Trans>Add words to narrow the results.</Trans>
        </p>
      )}
    </Dialog>
  );
}
