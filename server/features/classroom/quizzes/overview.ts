import type { Quiz } from '#contract/classroom/quiz-fields.ts';
import { toInstantOrNull } from '#server/clock.ts';
import { textsForReader } from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Platform } from '#server/platform.ts';
import { availabilityOf, nextAt, reachedIn, standing } from './attempt-rules.ts';
import type { Attempts } from './attempts.ts';
import { sizeOf } from './new-attempt.ts';
import type { QuizPlace, QuizPlaces } from './places.ts';
import { shownScore } from './present.ts';
import { listQuestions } from './quizzes.queries.ts';
import { countedPercent } from './scoring.ts';

/** A quiz for one learner: its rules, and how they stand in it. */
export const createOverview =
  (
    platform: Pick<Platform, 'database' | 'clock' | 'settings'>,
    { places, attempts: { own } }: { places: QuizPlaces; attempts: Pick<Attempts, 'own'> },
  ) =>
  async (actor: Actor, place: QuizPlace): Promise<Quiz> => {
    const { database, clock } = platform;
    const { title, settings } = await places.forLearner(actor, place);
    const isPreview = await places.isPreview(actor, place);
    const questions = await listQuestions(database.db, place.lectureId);
    if (questions.length === 0) throw fail('quiz_not_found');
    const attempts = await own(place.lectureId, actor.id);
    const counted = standing(attempts);
    const now = clock.now();
    const reached = reachedIn(attempts, { settings, isPreview, now });
    const graded = counted.filter(({ state }) => state === 'graded');
    const scores = graded.flatMap((attempt) => shownScore(attempt, reached) ?? []);
    const { maxAttempts } = settings;
    const texts = await textsForReader(platform, actor, { thingIds: [place.lectureId], fields: ['title'] });
    return {
      lectureId: place.lectureId,
      title: texts.of(place.lectureId, 'title', title),
      settings,
      ...sizeOf(questions, settings),
      attempts: attempts.map((attempt) => ({
        _id: attempt.id,
        number: attempt.number,
        state: attempt.state,
        submittedAt: toInstantOrNull(attempt.submitted_at),
        score: shownScore(attempt, reached),
        isReset: attempt.reset_id !== null,
      })),
      openAttemptId: attempts.find(({ state }) => state === 'open')?.id ?? null,
      attemptsLeft: isPreview || maxAttempts === null ? null : Math.max(0, maxAttempts - counted.length),
      availability: isPreview ? 'open' : availabilityOf(settings, now),
      nextAt: isPreview ? null : toInstantOrNull(nextAt(attempts, settings, now)),
      // A figure of some of the scores would tell something of the others.
      percent: scores.length < graded.length ? null : countedPercent(scores, settings.scoring),
      hasPassed: reached.hasPassed,
    };
  };
