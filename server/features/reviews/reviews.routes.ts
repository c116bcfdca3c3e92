import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Reviews } from './reviews.ts';

const { hidden, shownAgain } = messages.reviews;

export const reviewsRoutes = (bind: Bind, reviews: Reviews): void => {
  bind(api.reviews, {
    list: ({ params, query, origin }) => reviews.list({ ...params, ...query }, origin),
    listToAnswer: ({ actor, query, origin }) => reviews.listToAnswer(actor, query, origin),
    own: ({ actor, params, origin }) => reviews.own(actor, params.courseId, origin),
    write: ({ actor, params, body, origin }) => reviews.write(actor, { ...params, ...body }, origin),
    withdraw: ({ actor, params }) => reviews.withdraw(actor.id, params.courseId),
    recordReviewPrompt: ({ actor, params, body }) => reviews.recordReviewPrompt(actor.id, params.courseId, body.moment),
    answer: ({ actor, params, body }) => reviews.answer(actor, params, body.text),
    removeAnswer: ({ params }) => reviews.removeAnswer(params),
    hide: async ({ actor, params, body }) => {
      await reviews.hide(actor, params, body.reason);
      return { message: body.reason === null ? shownAgain : hidden };
    },
    listHidden: ({ params, query, origin }) => reviews.listHidden({ ...params, ...query }, origin),
    revisions: ({ params }) => reviews.revisions(params),
  });
};
