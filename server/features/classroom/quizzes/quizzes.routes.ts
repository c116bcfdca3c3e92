import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { attachment } from '#server/http/attachment.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import type { Quizzes } from './quizzes.ts';

const { quizzes: words } = messages;

export const quizzesRoutes = (implement: Implement, { attempts, editing, figures, byPerson }: Quizzes): void => {
  implement(api.quizzes.read, async ({ actor, params }) => ({
    message: words.fetched,
    quiz: await attempts.overview(actor, params),
  }));
  implement(api.quizzes.start, async ({ actor, params }) => ({
    message: words.started,
    attempt: await attempts.start(actor, params),
  }));
  implement(api.quizzes.attempt, async ({ actor, params }) => ({
    message: words.started,
    attempt: await attempts.read(actor, params),
  }));
  implement(api.quizzes.save, async ({ actor, params, body }) => {
    const saved = await attempts.save(actor, params, body);
    return { message: saved.isLate ? words.answerLate : words.answerSaved, ...saved };
  });
  implement(api.quizzes.check, async ({ actor, params, body }) => ({
    message: words.answerChecked,
    question: await attempts.check(actor, params, body),
  }));
  implement(api.quizzes.submit, async ({ actor, params, body }) => ({
    message: words.submitted,
    attempt: await attempts.submit(actor, params, body.answers),
  }));

  implement(api.quizzes.manage, async ({ params }) => ({ message: words.fetched, quiz: await editing.read(params) }));
  implement(api.quizzes.saveSettings, async ({ params, body }) => ({
    message: words.saved,
    quiz: await editing.saveSettings(params, body),
  }));
  implement(api.quizzes.add, async ({ actor, params, body }) => ({
    message: words.added,
    ...(await editing.add({ ...params, userId: actor.id }, body.question)),
  }));
  implement(api.quizzes.preview, async ({ params, body }) => ({
    message: words.previewed,
    ...(await editing.preview(params, params.quizQuestionId, body.question)),
  }));
  implement(api.quizzes.change, async ({ actor, params, body }) => ({
    message: words.saved,
    quiz: await editing.change({ ...params, userId: actor.id }, params.quizQuestionId, body),
  }));
  implement(api.quizzes.retire, async ({ params }) => ({
    message: words.retired,
    quiz: await editing.retire(params, params.quizQuestionId),
  }));
  implement(api.quizzes.order, async ({ params, body }) => ({
    message: words.saved,
    quiz: await editing.order(params, body.questionIds),
  }));
  implement(api.quizzes.import, async ({ actor, params, body }) => ({
    message: body.isDryRun ? words.checked : words.imported,
    ...(await editing.importText({ ...params, userId: actor.id }, body)),
  }));
  implement(api.quizzes.export, async ({ params, query }) => {
    const { fileName, text } = await editing.export(params, query.format);
    return attachment(fileName, Buffer.from(text));
  });
  implement(api.quizzes.undo, async ({ params }) => ({
    message: words.undone,
    quiz: await editing.undo(params, params.regradeId),
  }));

  implement(api.quizzes.results, ({ params }) => figures.read(params));
  implement(api.quizzes.exportResults, async ({ params }) => attachment('quiz-results.csv', await figures.csv(params)));
  implement(api.quizzes.toGrade, async ({ actor, query }) => ({
    message: words.toGrade,
    ...(await byPerson.list(actor, query)),
  }));
  implement(api.quizzes.grade, async ({ actor, params, body }) => {
    await byPerson.grade(actor, params, body);
    return { message: words.graded };
  });
};
