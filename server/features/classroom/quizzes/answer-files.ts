import { stat } from 'node:fs/promises';
import { toInstant } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { readWhole } from '#server/storage/read-whole.ts';
import { allowedName } from '../attachments/attachments.ts';
import { deleteFilesBut, findFile, insertFile } from './answer-files.queries.ts';
import type { AttemptPlace, Attempts } from './attempts.ts';
import { findAttempt, findItem } from './attempts.queries.ts';
import type { QuizPlace, QuizPlaces } from './places.ts';
import { readAnswer } from './present.ts';
import type { Versions } from './versions.ts';

export interface AnswerFilesNeeds {
  policy: Pick<CoursePolicy, 'may'>;
  places: QuizPlaces;
  versions: Versions;
  attempts: Pick<Attempts, 'assertOwn' | 'saveIn'>;
}

interface SentFile {
  position: number;
  seq: number;
  name: string;
}

/** Files with which learners answer. A newer one takes the place of an earlier one until the attempt is submitted. */
export const createAnswerFiles = (
  { database, clock, files, storage }: Pick<Platform, 'database' | 'clock' | 'files' | 'storage'>,
  { policy, places, versions, attempts }: AnswerFilesNeeds,
) => {
  const { db } = database;

  /** Removes the files of a question that neither its answer nor a late one names. Returns the ids of those that stay. */
  const dropUnused = async (tx: Tx, attemptId: string, position: number): Promise<string[]> => {
    const item = await findItem(tx, attemptId, position);
    const named = [item?.answer, item?.late_answer].flatMap((answer) => readAnswer(answer ?? null)?.file ?? []);
    const keptIds = named.map(({ _id }) => _id);
    await files.removeLater(tx, await deleteFilesBut(tx, { attemptId, position, keptIds }));
    return keptIds;
  };

  /** Throws `question_not_found` for one that a file does not answer. */
  const assertInAttempt = async (tx: Tx, attemptId: string, position: number): Promise<void> => {
    const item = await findItem(tx, attemptId, position);
    const question = item && (await versions.read(tx, [item.version_id]))(item.version_id);
    if (question?.type !== 'file') throw fail('question_not_found');
  };

  return {
    dropUnused,

    /** Throws `lecture_not_found`, also for one of another course. */
    assertQuiz: async (place: QuizPlace): Promise<void> => {
      await places.find(place);
    },

    /** The file that is the answer now; null where a newer answer is there. Throws `file_kind_refused` and `not_as_named`. */
    send: async (
      actor: Actor,
      place: AttemptPlace,
      { position, seq, name: given }: SentFile,
      { path }: ReceivedFile,
    ) => {
      const { attemptId } = place;
      const [_id, name, { size: sizeBytes }] = [newId(), await allowedName(given, path), await stat(path)];
      const key = `answers/${_id}.bin`;
      const file = { _id, name, sizeBytes };
      await attempts.assertOwn(actor, place);
      return files.keepWith([{ key, from: path }], async (tx) => {
        await assertInAttempt(tx, attemptId, position);
        const row = { id: _id, attempt_id: attemptId, position, key, created_at: clock.now() };
        await insertFile(tx, row);
        const answer = { choices: [], text: '', parts: [], file };
        const isLate = await attempts.saveIn(tx, attemptId, { position, answer, seq });
        const isInAnswer = (await dropUnused(tx, attemptId, position)).includes(_id);
        return { seq, savedAt: toInstant(clock.now()), isLate, file: isInAnswer ? file : null };
      });
    },

    /** For its learner, and for those who grade. Throws `attempt_not_found` and `file_not_found`. */
    read: async (actor: Actor, place: AttemptPlace, fileId: string): Promise<Buffer> => {
      await places.find(place);
      const attempt = await findAttempt(db, place.attemptId);
      if (attempt?.lecture_id !== place.lectureId) throw fail('attempt_not_found');
      const isOwn = attempt.user_id === actor.id;
      if (!isOwn && !(await policy.may(actor, 'answer', { courseId: place.courseId }))) throw fail('attempt_not_found');
      const row = await findFile(db, attempt.id, fileId);
      const bytes = row && (await readWhole(storage, row.key));
      if (!bytes) throw fail('file_not_found');
      return bytes;
    },
  };
};

export type AnswerFiles = ReturnType<typeof createAnswerFiles>;
