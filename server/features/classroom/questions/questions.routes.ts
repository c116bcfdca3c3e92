import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { messages } from '#contract/messages.ts';
import { fail } from '#server/errors.ts';
import type { Handler, Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Questions } from './questions.ts';

const { questions: words } = messages;

/** Every endpoint throws `questions_off` while the school has switched questions off: they are kept. */
export const questionsRoutes = (
  implement: Implement,
  { threads, matches, asking, answering, moderation, queue }: Questions,
  settings: Pick<Settings, 'community'>,
): void => {
  const whileOn = <E extends Endpoint>(endpoint: E, handler: Handler<E>): void =>
    implement(endpoint, async (input) => {
      if (!(await settings.community()).questions) throw fail('questions_off');
      return handler(input);
    });

  whileOn(api.questions.ask, async ({ actor, params, body, origin }) => {
    const author = await threads.viewerOf(actor, { courseId: params.courseId });
    const questionId = await asking.ask(author, params, body);
    return { message: words.asked, question: await threads.read({ actor, origin }, questionId) };
  });

  whileOn(api.questions.list, async ({ actor, params, query, origin }) => ({
    message: words.fetched,
    ...(await threads.list({ actor, origin }, params, query)),
  }));

  whileOn(api.questions.matches, async ({ params, query }) => ({
    message: words.matches,
    ...(await matches.find({ ...params, text: query.text })),
  }));

  whileOn(api.questions.mine, async ({ actor, params, origin }) => ({
    message: words.fetched,
    questions: await threads.mine({ actor, origin }, params.courseId),
  }));

  whileOn(api.questions.read, async ({ actor, params, origin }) => ({
    message: words.one,
    question: await threads.read({ actor, origin }, params.questionId),
  }));

  whileOn(api.questions.edit, async ({ actor, params: { questionId }, body, origin }) => {
    await asking.edit(await threads.viewerOf(actor, { questionId }), questionId, body.text);
    return { message: words.saved, question: await threads.read({ actor, origin }, questionId) };
  });

  whileOn(api.questions.remove, async ({ actor, params }) => {
    await asking.remove(actor.id, params.questionId);
    return { message: words.deleted };
  });

  whileOn(api.questions.answer, async ({ actor, params: { questionId }, body, origin }) => {
    await answering.answer(await threads.answererOf(actor, questionId), questionId, body);
    return { message: words.answered, question: await threads.read({ actor, origin }, questionId) };
  });

  whileOn(api.questions.editAnswer, async ({ actor, params, body, origin }) => {
    const { questionId } = params;
    await answering.edit(await threads.viewerOf(actor, { questionId }), params, body.text);
    return { message: words.saved, question: await threads.read({ actor, origin }, questionId) };
  });

  whileOn(api.questions.removeAnswer, async ({ actor, params, origin }) => {
    await answering.remove(actor.id, params);
    return { message: words.deleted, question: await threads.read({ actor, origin }, params.questionId) };
  });

  whileOn(api.questions.accept, async ({ actor, params: { questionId }, body: { answerId }, origin }) => {
    await answering.accept(await threads.viewerOf(actor, { questionId }), questionId, answerId);
    const message = answerId === null ? words.unaccepted : words.accepted;
    return { message, question: await threads.read({ actor, origin }, questionId) };
  });

  whileOn(api.questions.vote, async ({ actor, params: { questionId }, body, origin }) => {
    await moderation.vote(await threads.viewerOf(actor, { questionId }), questionId, body.isOn);
    return { message: words.voted, question: await threads.read({ actor, origin }, questionId) };
  });

  whileOn(api.questions.follow, async ({ actor, params: { questionId }, body, origin }) => {
    await moderation.follow(await threads.viewerOf(actor, { questionId }), questionId, body.isOn);
    const message = body.isOn ? words.followed : words.unfollowed;
    return { message, question: await threads.read({ actor, origin }, questionId) };
  });

  whileOn(api.questions.report, async ({ actor, params, body }) => {
    await moderation.report(await threads.viewerOf(actor, params), { ...params, ...body });
    return { message: words.reported };
  });

  whileOn(api.questions.moderate, async ({ actor, params, body, origin }) => {
    await moderation.moderate(await threads.viewerOf(actor, params), { ...params, ...body });
    const message = body.isHidden ? words.hidden : words.shown;
    return { message, question: await threads.read({ actor, origin }, params.questionId) };
  });

  whileOn(api.questionQueue.list, async ({ actor, query }) => ({
    message: words.queue,
    ...(await queue.list(actor, query)),
  }));

  whileOn(api.questionQueue.read, async ({ actor, params, origin }) => ({
    message: words.one,
    queued: await queue.read({ actor, origin }, params.questionId),
  }));
};
