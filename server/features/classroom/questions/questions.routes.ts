import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { fail } from '#server/errors.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Questions } from './questions.ts';

const { questions: words } = messages;

/** Every endpoint throws `questions_off` while the school has switched questions off: they are kept. */
export const questionsRoutes = (
  bind: Bind,
  { threads, matches, asking, answering, moderation, queue }: Questions,
  settings: Pick<Settings, 'community'>,
): void => {
  const assertOn = async (): Promise<void> => {
    if (!(await settings.community()).questions) throw fail('questions_off');
  };

  bind(
    api.questions,
    {
      ask: async ({ actor, params, body, origin }) => {
        const author = await threads.viewerOf(actor, { courseId: params.courseId });
        const questionId = await asking.ask(author, params, body);
        return { question: await threads.read({ actor, origin }, questionId) };
      },
      list: ({ actor, params, query, origin }) => threads.list({ actor, origin }, params, query),
      matches: ({ params, query }) => matches.find({ ...params, text: query.text }),
      mine: async ({ actor, params, origin }) => ({
        questions: await threads.mine({ actor, origin }, params.courseId),
      }),
      read: async ({ actor, params, origin }) => ({
        question: await threads.read({ actor, origin }, params.questionId),
      }),
      edit: async ({ actor, params: { questionId }, body, origin }) => {
        await asking.edit(await threads.viewerOf(actor, { questionId }), questionId, body.text);
        return { question: await threads.read({ actor, origin }, questionId) };
      },
      remove: ({ actor, params }) => asking.remove(actor.id, params.questionId),
      answer: async ({ actor, params: { questionId }, body, origin }) => {
        await answering.answer(await threads.answererOf(actor, questionId), questionId, body);
        return { question: await threads.read({ actor, origin }, questionId) };
      },
      editAnswer: async ({ actor, params, body, origin }) => {
        const { questionId } = params;
        await answering.edit(await threads.viewerOf(actor, { questionId }), params, body.text);
        return { question: await threads.read({ actor, origin }, questionId) };
      },
      removeAnswer: async ({ actor, params, origin }) => {
        await answering.remove(actor.id, params);
        return { question: await threads.read({ actor, origin }, params.questionId) };
      },
      accept: async ({ actor, params: { questionId }, body: { answerId }, origin }) => {
        await answering.accept(await threads.viewerOf(actor, { questionId }), questionId, answerId);
        const message = answerId === null ? words.unaccepted : words.accepted;
        return { message, question: await threads.read({ actor, origin }, questionId) };
      },
      vote: async ({ actor, params: { questionId }, body, origin }) => {
        await moderation.vote(await threads.viewerOf(actor, { questionId }), questionId, body.isOn);
        return { question: await threads.read({ actor, origin }, questionId) };
      },
      follow: async ({ actor, params: { questionId }, body, origin }) => {
        await moderation.follow(await threads.viewerOf(actor, { questionId }), questionId, body.isOn);
        const message = body.isOn ? words.followed : words.unfollowed;
        return { message, question: await threads.read({ actor, origin }, questionId) };
      },
      report: async ({ actor, params, body }) => {
        await moderation.report(await threads.viewerOf(actor, params), { ...params, ...body });
      },
      moderate: async ({ actor, params, body, origin }) => {
        await moderation.moderate(await threads.viewerOf(actor, params), { ...params, ...body });
        const message = body.isHidden ? words.hidden : words.shown;
        return { message, question: await threads.read({ actor, origin }, params.questionId) };
      },
    },
    assertOn,
  );

  bind(
    api.questionQueue,
    {
      list: ({ actor, query }) => queue.list(actor, query),
      read: async ({ actor, params, origin }) => ({ queued: await queue.read({ actor, origin }, params.questionId) }),
    },
    assertOn,
  );
};
