import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Progress } from './progress.ts';

/** `keepPlaying` throws `session_displaced` when this session may not play now because others do. */
export const progressRoutes = (
  implement: Implement,
  progress: Progress,
  keepPlaying: (actor: Actor) => Promise<void>,
): void => {
  implement(api.progress.heartbeat, async ({ actor, params, body }) => {
    await keepPlaying(actor);
    return { message: messages.progress.stored, progress: await progress.heartbeat(actor.id, params.lectureId, body) };
  });

  implement(api.progress.mark, async ({ actor, params, body }) => ({
    message: body.isDone ? messages.progress.done : messages.progress.undone,
    progress: await progress.mark(actor.id, params.lectureId, body.isDone),
  }));

  implement(api.learning.overview, async ({ actor, origin }) => ({
    message: messages.progress.learningFetched,
    ...(await progress.learning.overview(actor, origin)),
  }));

  implement(api.rewinds.ofWeek, async ({ actor, query }) => ({
    message: messages.questions.rewinds,
    lectures: await progress.rewinds.ofWeek(actor, query),
  }));

  const message = messages.reports.fetched;
  const { audience } = progress;

  implement(api.reports.watching, async ({ query, origin }) => ({
    message,
    ...(await audience.mostWatched(query.limit, origin)),
  }));

  implement(api.reports.courseWatching, async ({ params }) => ({
    message,
    ...(await audience.ofCourse(params.courseId)),
  }));

  implement(api.reports.lectureWatching, async ({ params }) => ({
    message,
    ...(await audience.ofLecture(params.lectureId)),
  }));

  implement(api.progress.continueWatching, async ({ actor, origin }) => ({
    message: messages.progress.continueFetched,
    items: await progress.continueWatching(actor, origin),
  }));
};
