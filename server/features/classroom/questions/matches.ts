import { MATCHES_MAX, type CaptionMatch, type MatchingQuestion } from '#contract/classroom/questions.ts';
import { MATCH_WORDS_MIN } from '#contract/classroom/question-length.ts';
import { toInstant } from '#server/clock.ts';
import type { Platform } from '#server/platform.ts';
import { highlightsOf, wordsOf } from '#server/search/words.ts';
import { fail } from '#server/errors.ts';
import { type CandidateRow, listCandidates } from './matches.queries.ts';
import { findLectureIn } from './questions.queries.ts';
import type { TranscriptOf } from './threads.ts';

/** The newest questions of the course among which matches are looked for. */
const CANDIDATES_MAX = 500;
/** Words that tell nothing about the subject of a question. */
const COMMON = new Set(
  `a about all also am an and any are as at be been but by can could did do does for from get had has have he her here
   his how i if in into is it its just me more my no not of on one only or our out say says she should so than that the
   their them then there these they this those to too up us very was we were what when where which who why will with
   would you your`.split(/\s+/),
);

/** A word and its usual endings are one: sale and sales, cake and cakes, count and counted. */
const stemOf = (word: string): string =>
  word
    .replace(/(?<=\w\w)ies$/, 'y')
    .replace(/(?<=\w\w[^s])s$/, '')
    .replace(/(?<=\w{3})(?:ed|e|y)$/, '');

const stemsOf = (text: string): Set<string> =>
  new Set(
    wordsOf(text)
      .filter((word) => !COMMON.has(word))
      .map(stemOf),
  );

interface Candidate<T> {
  text: string;
  item: T;
}

/** The words of a text that match, as they are written. */
const foundIn = (text: string, shared: ReadonlySet<string>): string[] => {
  const words = wordsOf(text).filter((word) => shared.has(stemOf(word)));
  return [...new Set(highlightsOf(text, words).map(([from, to]) => text.slice(from, to)))];
};

/**
 * The candidates that share the most with a text: rare words count more than frequent ones. At least two words are shared,
 * or one that is half of what was asked.
 */
export const bestMatches = <T>(text: string, candidates: readonly Candidate<T>[], max: number) => {
  const wanted = stemsOf(text);
  const known = candidates.map((candidate) => ({ ...candidate, stems: stemsOf(candidate.text) }));
  const frequency = new Map<string, number>();
  for (const { stems } of known)
    for (const stem of stems) if (wanted.has(stem)) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  const weightOf = (stem: string): number => Math.log(1 + known.length / (frequency.get(stem) ?? 1));
  return known
    .map(({ stems, ...candidate }) => {
      const shared = wanted.intersection(stems);
      const isEnough = shared.size >= 2 || (shared.size === 1 && wanted.size <= 2);
      const score = isEnough ? [...shared].reduce((sum, stem) => sum + weightOf(stem), 0) : 0;
      return { ...candidate, score, found: foundIn(candidate.text, shared) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, max);
};

const toQuestion = ({ item, text, found }: Candidate<CandidateRow> & { found: string[] }): MatchingQuestion => ({
  _id: item.id,
  lectureId: item.lecture_id,
  text,
  found,
  author: item.full_name,
  createdAt: toInstant(item.created_at),
  isAnswered: item.answered_at !== null,
  answerCount: item.answers,
});

interface Wanted {
  courseId: string;
  lectureId: string;
  text: string;
  /** The question itself, which is no match of it, and only answered ones are. */
  exceptId?: string;
}

/** Finds what was asked in a course, and said in a lecture, before. */
export const createMatches = (
  { database: { db } }: Pick<Platform, 'database'>,
  { transcriptOf }: { transcriptOf: TranscriptOf },
) => ({
  /** Throws `lecture_not_found` for a lecture of another course. */
  find: async ({
    courseId,
    lectureId,
    text,
    exceptId,
  }: Wanted): Promise<{ questions: MatchingQuestion[]; moments: CaptionMatch[] }> => {
    if (!(await findLectureIn(db, courseId, lectureId))) throw fail('lecture_not_found');
    if (wordsOf(text).length < MATCH_WORDS_MIN) return { questions: [], moments: [] };
    const rows = await listCandidates(db, { courseId, exceptId, limit: CANDIDATES_MAX });
    const sentences = await transcriptOf(lectureId);
    const asked = bestMatches(
      text,
      rows.map((row) => ({ text: row.text, item: row })),
      MATCHES_MAX,
    );
    const said = bestMatches(
      text,
      sentences.map((sentence) => ({ text: sentence.text, item: Math.round(sentence.startSeconds * 1000) })),
      MATCHES_MAX,
    );
    return {
      questions: asked.map(toQuestion),
      moments: said.map(({ item: atMs, text: words, found }) => ({ atMs, text: words, found })),
    };
  },
});

export type Matches = ReturnType<typeof createMatches>;
