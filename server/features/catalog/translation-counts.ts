import type { z } from 'zod';
import type { LanguageCounts, translations } from '#contract/catalog/translations.ts';
import { fail } from '#server/errors.ts';
import { switchedOn } from '#server/languages.ts';
import type { Platform } from '#server/platform.ts';
import { countCourses, pageOfCourses } from './admin-courses.queries.ts';
import { countStates } from './translated-texts.ts';
import { readOriginals } from './translations.ts';
import { findLanguage, listDigests } from './translations.queries.ts';

type Counts = z.output<typeof LanguageCounts>[];

interface CountedCourse {
  id: string;
  /** Of its originals. */
  language: string;
}

/** How many texts of courses have which state, for each further language of the school. */
export const createTranslationCounts = (
  { database: { db }, settings }: Pick<Platform, 'database' | 'settings'>,
  countSchool: () => Promise<Counts>,
) => {
  const count = async (courses: readonly CountedCourse[]): Promise<Map<string, Counts>> => {
    const { language: main, others } = await settings.languages();
    const further = switchedOn([main, ...others]).map(({ code }) => code);
    const rows = Map.groupBy(
      await listDigests(
        db,
        courses.map(({ id }) => id),
      ),
      ({ course_id: courseId, language }) => `${courseId ?? ''} ${language}`,
    );
    const counted = new Map<string, Counts>();
    for (const { id, language } of courses) {
      const originals = await readOriginals(db, id);
      const countsIn = (code: string): Counts[number] => ({
        language: code,
        ...countStates(originals, rows.get(`${id} ${code}`) ?? []),
      });
      counted.set(id, further.filter((code) => code !== language).map(countsIn));
    }
    return counted;
  };

  return {
    /** Throws `course_not_found`. */
    ofCourse: async (courseId: string): Promise<{ languages: Counts }> => {
      const language = await findLanguage(db, courseId);
      if (language === undefined) throw fail('course_not_found');
      return { languages: (await count([{ id: courseId, language }])).get(courseId) ?? [] };
    },

    /** Of the courses of one page, by title. */
    page: async (query: {
      search: string;
      limit: number;
      offset: number;
    }): Promise<Omit<z.input<typeof translations.listCounts.response>, 'success'>> => {
      const courses = await pageOfCourses(db, query, { ...query, sort: 'title' });
      const counted = await count(courses);
      return {
        courses: courses.map(({ id, title, language }) => ({
          _id: id,
          title,
          language,
          languages: counted.get(id) ?? [],
        })),
        total: await countCourses(db, query),
        school: await countSchool(),
      };
    },
  };
};
