import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Progress } from './progress.ts';

/** `keepPlaying` throws `session_displaced` when this session may not play now because others do. */
export const progressRoutes = (bind: Bind, progress: Progress, keepPlaying: (actor: Actor) => Promise<void>): void => {
  bind(api.learning, {
    overview: ({ actor, origin }) => progress.learning.overview(actor, origin),
  });

  bind(api.rewinds, {
    ofWeek: async ({ actor, query }) => ({ lectures: await progress.rewinds.ofWeek(actor, query) }),
  });

  const { audience } = progress;

  bind(api.reports, {
    watching: ({ query, origin }) => audience.mostWatched(query.limit, origin),
    courseWatching: ({ params }) => audience.ofCourse(params.courseId),
    lectureWatching: ({ params }) => audience.ofLecture(params.lectureId),
  });

  bind(api.progress, {
    heartbeat: async ({ actor, params, body }) => {
      await keepPlaying(actor);
      return { progress: await progress.heartbeat(actor.id, params.lectureId, body) };
    },
    mark: async ({ actor, params, body }) => ({
      message: body.isDone ? messages.progress.done : messages.progress.undone,
      progress: await progress.mark(actor.id, params.lectureId, body.isDone),
    }),
    continueWatching: async ({ actor, origin }) => ({
      items: await progress.continueWatching(actor, origin),
    }),
  });
};
