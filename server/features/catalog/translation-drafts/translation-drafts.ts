import { z } from 'zod';
import type { CourseTranslations, translations as endpoints } from '#contract/catalog/translations.ts';
import { messages } from '#contract/messages.ts';
import { lockCourse } from '#server/database/lock-course.ts';
import { digestOf } from '#server/database/translations.ts';
import { fail, Failure } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import type { Translations } from '../translations.ts';
import { CommandError, translate } from './translation-command.ts';
import { addWritten, endRun, findRun, storeRun } from './translation-runs.queries.ts';

/** Of one call of the command; a longer text goes alone. */
const AT_ONCE = { texts: 50, characters: 20_000 };

const fillDrafts = defineJob({
  name: 'translations.draft',
  lane: 'drafts',
  payload: z.object({ runId: z.string(), courseId: z.string(), language: z.string() }),
  maxAttempts: 3,
});

interface Place {
  courseId: string;
  language: string;
}
interface TextToDraft {
  key: string;
  text: string;
}
type Run = z.input<typeof endpoints.drafts.response>['run'];

const emptyIn = (texts: CourseTranslations['texts']): TextToDraft[] =>
  Object.entries(texts).flatMap(([key, { state, original }]) => (state === 'empty' ? [{ key, text: original }] : []));

/** As many as the command gets at once. */
const partsOf = (texts: readonly TextToDraft[]): TextToDraft[][] => {
  const parts: TextToDraft[][] = [];
  let characters = Infinity;
  for (const text of texts) {
    const last = parts.at(-1);
    characters += text.text.length;
    if (last && last.length < AT_ONCE.texts && characters <= AT_ONCE.characters) last.push(text);
    else {
      parts.push([text]);
      characters = text.text.length;
    }
  }
  return parts;
};

/** Drafts by a command of the owner's choice, `TRANSLATE_CMD`. Each throws as `createTranslations` does. */
export const createTranslationDrafts = (
  { config, database, jobs, clock, log }: Platform,
  { list, write }: Pick<Translations, 'list' | 'write'>,
) => {
  const { db } = database;
  const { translateCommand: program } = config;

  /** Writes those that are still empty, and returns how many. */
  const writeDrafts = async (place: Place, sent: readonly TextToDraft[], drafted: readonly TextToDraft[]) => {
    const originals = new Map(sent.map(({ key, text }) => [key, text]));
    const { change } = await write(null, place, (stored, problemOf) => {
      const known = new Map(Object.entries(stored));
      const taken = drafted.filter(
        ({ key, text }) =>
          originals.has(key) &&
          known.get(key)?.state === 'empty' &&
          text.trim() !== '' &&
          problemOf(key, text) === undefined,
      );
      return {
        ...place,
        texts: Object.fromEntries(taken.map(({ key, text }) => [key, text])),
        seen: Object.fromEntries(taken.map(({ key }) => [key, digestOf(originals.get(key) ?? '')])),
        drafts: new Set(taken.map(({ key }) => key)),
      };
    });
    return Object.keys(change.texts).length;
  };

  jobs.handle(fillDrafts, async ({ runId, ...place }, { signal }) => {
    const fill = async (command: string): Promise<void> => {
      const { originalLanguage: from, texts } = await list(place.courseId, place.language);
      for (const part of partsOf(emptyIn(texts))) {
        signal.throwIfAborted();
        const drafted = await translate(command, { from, to: place.language, texts: part }, signal);
        await addWritten(db, runId, await writeDrafts(place, part, drafted));
      }
    };
    const problem = await fill(program ?? '').then(
      () => null,
      (error: unknown) => {
        // The course or the language is gone meanwhile.
        if (error instanceof Failure) return messages.translations.command.stopped;
        if (!(error instanceof CommandError)) throw error;
        log.warn({ err: error.cause, courseId: place.courseId, language: place.language }, 'drafts were not written');
        return error.message;
      },
    );
    await endRun(db, runId, { problem, now: clock.now() });
  });

  const read = async (place: Place): Promise<{ isAvailable: boolean; run: Run }> => {
    await list(place.courseId, place.language);
    const row = await findRun(db, place);
    const isRunning = row?.ended_at === null && (await jobs.openAmong(db, [row.run_id])).size > 0;
    const stopped = row?.ended_at === null && !isRunning ? messages.translations.command.stopped : null;
    return {
      isAvailable: program !== undefined,
      run: row ? { texts: row.texts, written: row.written, isRunning, problem: row.problem ?? stopped } : null,
    };
  };

  return {
    read,

    /** Starts a run unless one runs. Throws `no_translation_command`. */
    start: async (place: Place): Promise<{ isAvailable: boolean; run: Run }> => {
      if (program === undefined) throw fail('no_translation_command');
      const texts = emptyIn((await list(place.courseId, place.language)).texts).length;
      await database.transaction(async (tx) => {
        const now = clock.now();
        if (!(await lockCourse(tx, place.courseId, now))) throw fail('course_not_found');
        const before = await findRun(tx, place);
        if (before && (await jobs.openAmong(tx, [before.run_id])).size > 0) return;
        const { courseId: course_id, language } = place;
        const runId = newId();
        const begun = { run_id: runId, texts, written: 0, problem: null, started_at: now, ended_at: null };
        await storeRun(tx, { course_id, language, ...begun });
        await jobs.enqueue(tx, fillDrafts, { runId, ...place }, { id: runId });
      });
      return read(place);
    },
  };
};
