import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Reviews } from './reviews.ts';

const { fetched, saved, withdrawn, noted, answered, answerDeleted, hidden, shownAgain } = messages.reviews;

export const reviewsRoutes = (implement: Implement, reviews: Reviews): void => {
  implement(api.reviews.list, async ({ params, query, origin }) => ({
    message: fetched,
    ...(await reviews.list({ ...params, ...query }, origin)),
  }));

  implement(api.reviews.own, async ({ actor, params, origin }) => ({
    message: fetched,
    ...(await reviews.own(actor, params.courseId, origin)),
  }));

  implement(api.reviews.write, async ({ actor, params, body, origin }) => ({
    message: saved,
    ...(await reviews.write(actor, { ...params, ...body }, origin)),
  }));

  implement(api.reviews.withdraw, async ({ actor, params }) => {
    await reviews.withdraw(actor.id, params.courseId);
    return { message: withdrawn };
  });

  implement(api.reviews.recordReviewPrompt, async ({ actor, params, body }) => {
    await reviews.recordReviewPrompt(actor.id, params.courseId, body.moment);
    return { message: noted };
  });

  implement(api.reviews.answer, async ({ actor, params, body }) => {
    await reviews.answer(actor, params, body.text);
    return { message: answered };
  });

  implement(api.reviews.removeAnswer, async ({ params }) => {
    await reviews.removeAnswer(params);
    return { message: answerDeleted };
  });

  implement(api.reviews.hide, async ({ actor, params, body }) => {
    await reviews.hide(actor, params, body.reason);
    return { message: body.reason === null ? shownAgain : hidden };
  });

  implement(api.reviews.listHidden, async ({ params, query, origin }) => ({
    message: fetched,
    ...(await reviews.listHidden({ ...params, ...query }, origin)),
  }));

  implement(api.reviews.revisions, async ({ params }) => ({ message: fetched, ...(await reviews.revisions(params)) }));
};
