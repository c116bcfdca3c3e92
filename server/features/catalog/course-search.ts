import type { api } from '#contract/api.ts';
import { type Course, SUGGESTED } from '#contract/catalog/catalog.ts';
import type { Result } from '#contract/endpoint.ts';
import type { Database } from '#server/database/database.ts';
import type { ReaderTexts } from '#server/database/translations.ts';
import { createSearchIndex } from '#server/search/search-index.ts';
import { FoundCourses } from '#server/search/texts.ts';
import { highlightsOf, wordsOfQuery } from '#server/search/words.ts';
import { findShownLectures, type FoundLecture } from './course-texts.queries.ts';
import type { TeacherNames } from './teacher-names.ts';

/** More than are suggested, as some may not be shown any more. */
const LECTURE_CANDIDATES = 3 * SUGGESTED.lectures;
const CORRECTIONS_TRIED = 3;

type Suggestions = Omit<Result<typeof api.catalog.suggest>, 'message'>;

export type CourseSearch = ReturnType<typeof createCourseSearch>;

export interface SuggestedAmong {
  /** The best of those that are found, and how many are found; read while lectures are. */
  findCourses: () => Promise<{ courses: readonly Course[]; total: number }>;
  /** All of them. */
  teachers: TeacherNames;
  /** The texts of some courses, for the reader. */
  textsOf: (courseIds: readonly string[]) => Promise<ReaderTexts>;
}

export const createCourseSearch = ({ engine, db }: Database) => {
  const index = createSearchIndex(engine);

  const isFound = (words: readonly string[]): Promise<boolean> => index.hasCourses(db, words);

  /** Titles that match come before lectures that match elsewhere. */
  const findLectures = async (words: readonly string[]): Promise<FoundLecture[]> => {
    if (words.length === 0) return [];
    const ids = await index.findLectures(db, words, LECTURE_CANDIDATES);
    const shown = new Map((await findShownLectures(db, ids)).map((lecture) => [lecture.id, lecture]));
    return ids.flatMap((id) => shown.get(id) ?? []).slice(0, SUGGESTED.lectures);
  };

  const correctWord = async (word: string): Promise<string> => {
    if (await isFound([word])) return word;
    const similar = await index.similarWords(db, word);
    for (const candidate of similar.slice(0, CORRECTIONS_TRIED)) if (await isFound([candidate])) return candidate;
    return word;
  };

  const correct = async (search: string | undefined): Promise<string | null> => {
    const words = wordsOfQuery(search ?? '');
    const corrected: string[] = [];
    for (const word of words) corrected.push(await correctWord(word));
    const isOther = corrected.some((word, position) => word !== words[position]);
    return isOther && (await isFound(corrected)) ? corrected.join(' ') : null;
  };

  return {
    /** The search with words that are there instead of similar ones that are not; null where that finds nothing either. */
    correct,

    /** Courses that have all words of a search; undefined when there is no search. */
    find: async (search: string | undefined): Promise<FoundCourses | undefined> => {
      if (search === undefined) return undefined;
      const words = wordsOfQuery(search);
      return words.length === 0 ? FoundCourses.none : index.findCourses(db, words);
    },

    suggest: async (search: string, { findCourses, teachers, textsOf }: SuggestedAmong): Promise<Suggestions> => {
      const words = wordsOfQuery(search);
      const [{ courses, total }, lectures] = await Promise.all([findCourses(), findLectures(words)]);
      const texts = await textsOf(lectures.map((row) => row.course_id));
      const titled = lectures.map((row) => ({ ...row, title: texts.of(row.id, 'title', row.title) }));
      const named = teachers.find(words, SUGGESTED.teachers);
      return {
        courses: courses.map((course) => ({ ...course, highlights: highlightsOf(course.title, words) })),
        lectures: titled.map((row) => ({
          _id: row.id,
          title: row.title,
          highlights: highlightsOf(row.title, words),
          durationMs: row.duration_ms,
          course: { _id: row.course_id, title: texts.of(row.course_id, 'title', row.course_title) },
        })),
        teachers: named.map(({ name, courses: count }) => ({
          name,
          courses: count,
          highlights: highlightsOf(name, words),
        })),
        total,
        didYouMean: courses.length === 0 ? await correct(search) : null,
      };
    },
  };
};
