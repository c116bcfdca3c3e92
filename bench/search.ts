import { join } from 'node:path';
import { openPostgres, openSqlite } from '#server/database/database.ts';
import { indexCourse } from '#server/features/catalog/course-index.ts';
import { wordsOf } from '#server/search/words.ts';
import { insertCourses } from './fill.ts';
import { type Figure, figure, median, percentile, round } from './measure.ts';
import { startLectern, temporaryFolder } from './processes.ts';

const COURSES = 10_000;
const LECTURES_PER_COURSE = 20;
const CAPTION_WORDS = 150;
const VOCABULARY = 30_000;
const SEARCHES = 400;
const P95_MAX_MS = 20;

/** The same numbers at every run. */
const createRandom = (): (() => number) => {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const SYLLABLES = 'ka ri mo san te lu var de pi no gha shi ra con bel ter ma vi do le'.split(' ');
const random = createRandom();
const vocabulary = Array.from({ length: VOCABULARY }, () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
    '',
  ),
);
/** As in any language, few words are frequent and most are rare. */
const word = (): string => vocabulary[Math.floor(VOCABULARY ** random()) - 1] ?? 'kari';
const words = (count: number): string => Array.from({ length: count }, word).join(' ');

const fill = async (where: { file: string; url: string | undefined }): Promise<void> => {
  await insertCourses(where, COURSES, () => ({ title: words(4), description: words(40), createdBy: words(2) }));
  const database = where.url === undefined ? openSqlite(where.file) : await openPostgres(where.url);
  const now = Date.now();
  const courses = await database.db.selectFrom('courses').select('id').execute();
  for (let start = 0; start < courses.length; start += 100)
    await database.transaction(async (tx) => {
      for (const { id: courseId } of courses.slice(start, start + 100)) {
        const ids = Array.from({ length: LECTURES_PER_COURSE }, (_, index) => `${courseId}-${index}`);
        await tx
          .insertInto('lectures')
          .values(
            ids.map((id, position) => ({
              id,
              course_id: courseId,
              title: words(4),
              description: words(20),
              position,
              video_key: id,
              video_version: 1,
              content_type: 'video/mp4',
              size_bytes: 1,
              duration_ms: 600_000,
              chapters: '',
              is_free_preview: 0,
              published_at: now,
              deleted_at: null,
              created_at: now,
              updated_at: now,
            })),
          )
          .execute();
        const captions = { language: 'en', label: 'English', created_at: now, updated_at: now };
        await tx
          .insertInto('captions')
          .values(
            ids.map((id) => ({
              ...captions,
              lecture_id: id,
              file_key: id,
              words: wordsOf(words(CAPTION_WORDS)).join(' '),
            })),
          )
          .execute();
        await indexCourse(tx, database, courseId, now);
      }
    });
  await database.transaction((tx) => database.topics.raise(tx, 'catalog'));
  await database.close();
};

const timesOf = async (addresses: readonly string[]): Promise<number[]> => {
  const times: number[] = [];
  for (const address of addresses) {
    const startedAt = performance.now();
    const response = await fetch(address);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.status} from ${address}`);
    times.push(performance.now() - startedAt);
  }
  return times;
};

/** What people type: two letters, the beginning of a word, two words, or a word with an error. No search comes twice. */
const searches = (): string[] => {
  const forms = [
    (): string => word().slice(0, 2),
    (): string => word().slice(0, 4),
    (): string => word(),
    (): string => words(2),
    (): string => words(3),
    (): string => `${word().slice(0, 3)}q${word().slice(3)}`,
  ];
  return [...new Set(Array.from({ length: SEARCHES }, (_, index) => forms[index % forms.length]?.() ?? 'ka'))];
};

export const searchFigures = async (name: string, url?: string): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  const lectern = await startLectern(dataDir, url === undefined ? {} : { DATABASE_URL: url });
  try {
    await fill({ file: join(dataDir, 'lectern.db'), url });
    await timesOf([`${lectern.origin}/api/v1/courses?limit=9`]);
    const asked = searches().map((search) => new URLSearchParams({ search }));
    const lists = await timesOf(asked.map((query) => `${lectern.origin}/api/v1/courses?limit=9&${query}`));
    const suggestions = await timesOf(asked.map((query) => `${lectern.origin}/api/v1/search?${query}`));
    const detail = (times: readonly number[]): string =>
      `${times.length} different searches in ${COURSES} courses and ${COURSES * LECTURES_PER_COURSE} lectures with captions; median ${round(median(times))} ms, p99 ${round(percentile(times, 0.99))} ms`;
    return [
      figure(
        `search in the list of courses, p95, ${name}`,
        { atMost: P95_MAX_MS },
        round(percentile(lists, 0.95)),
        'ms',
        detail(lists),
      ),
      figure(
        `suggestions while typing, p95, ${name}`,
        { atMost: P95_MAX_MS },
        round(percentile(suggestions, 0.95)),
        'ms',
        detail(suggestions),
      ),
    ];
  } finally {
    await lectern.stop();
    folder.remove();
  }
};
