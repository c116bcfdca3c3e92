import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { attachment } from '#server/http/file/attachment.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Quizzes } from './quizzes.ts';

const { quizzes: words } = messages;

const learnerRoutes = (implement: Implement, { attempts, overview, moments, media, answerFiles }: Quizzes): void => {
  implement(api.quizzes.read, async ({ actor, params }) => ({
    message: words.fetched,
    quiz: await overview(actor, params),
  }));
  implement(api.quizzes.start, async (asked) => ({
    message: words.started,
    attempt: await media.attempt(await attempts.start(asked.actor, asked.params), asked),
  }));
  implement(api.quizzes.attempt, async (asked) => ({
    message: words.started,
    attempt: await media.attempt(await attempts.read(asked.actor, asked.params), asked),
  }));
  implement(api.quizzes.save, async ({ actor, params, body }) => {
    const saved = await attempts.save(actor, params, body);
    return { message: saved.isLate ? words.answerLate : words.answerSaved, ...saved };
  });
  implement(api.quizzes.check, async (asked) => ({
    message: words.answerChecked,
    question: await media.question(await attempts.check(asked.actor, asked.params, asked.body), asked),
  }));
  implement(api.quizzes.submit, async (asked) => ({
    message: words.submitted,
    attempt: await media.attempt(await attempts.submit(asked.actor, asked.params, asked.body.answers), asked),
  }));

  implement(
    api.quizAnswerFiles.sendFile,
    async ({ actor, params, fields, files: { file } }) => {
      const sent = await answerFiles.send(actor, params, fields, file);
      const said = sent.isLate ? words.answerLate : words.fileSent;
      return { message: sent.file ? said : words.fileOutdated, ...sent };
    },
    { beforeBody: ({ params }) => answerFiles.assertQuiz(params) },
  );
  implement(api.quizAnswerFiles.answerFile, async ({ actor, params }) =>
    attachment('answer', await answerFiles.read(actor, params, params.fileId)),
  );

  implement(api.quizzes.moments, async (asked) => {
    const listed = await moments.list(asked.actor, asked.params);
    return { message: words.atMoments, ...listed, moments: await media.moments(listed.moments, asked) };
  });
  implement(api.quizzes.answerMoment, async (asked) => {
    const { actor, params, body } = asked;
    const given = { questionId: params.quizQuestionId, answer: body.answer };
    return {
      message: words.answerChecked,
      question: await media.question(await moments.answer(actor, params, given), asked),
    };
  });
};

const editingRoutes = (implement: Implement, { editing, media }: Quizzes): void => {
  implement(api.quizzes.manage, async (asked) => ({
    message: words.fetched,
    quiz: await media.quiz(await editing.read(asked.params), asked),
  }));
  implement(api.quizzes.saveSettings, async (asked) => ({
    message: words.saved,
    quiz: await media.quiz(await editing.saveSettings(asked.params, asked.body), asked),
  }));
  implement(api.quizzes.add, async (asked) => {
    const { quiz, questionId } = await editing.add({ ...asked.params, userId: asked.actor.id }, asked.body);
    return { message: words.added, quiz: await media.quiz(quiz, asked), questionId };
  });
  implement(api.quizzes.preview, async ({ params, body }) => ({
    message: words.previewed,
    ...(await editing.preview(params, params.quizQuestionId, body.question)),
  }));
  implement(api.quizzes.change, async (asked) => {
    const { actor, params, body } = asked;
    const quiz = await editing.change({ ...params, userId: actor.id }, params.quizQuestionId, body);
    return { message: words.saved, quiz: await media.quiz(quiz, asked) };
  });
  implement(api.quizzes.retire, async (asked) => ({
    message: words.retired,
    quiz: await media.quiz(await editing.retire(asked.params, asked.params.quizQuestionId), asked),
  }));
  implement(api.quizzes.order, async (asked) => ({
    message: words.saved,
    quiz: await media.quiz(await editing.order(asked.params, asked.body.questionIds), asked),
  }));
  implement(api.quizzes.import, async ({ actor, params, body }) => ({
    message: body.isDryRun ? words.checked : words.imported,
    ...(await editing.importText({ ...params, userId: actor.id }, body)),
  }));
  implement(api.quizzes.export, async ({ params, query }) => {
    const { fileName, text } = await editing.export(params, query.format);
    return attachment(fileName, Buffer.from(text));
  });
  implement(api.quizzes.undo, async (asked) => ({
    message: words.undone,
    quiz: await media.quiz(await editing.undo(asked.params, asked.params.regradeId), asked),
  }));
};

const resultRoutes = (
  implement: Implement,
  { accommodations, figures, resets, resultsCsv, results, byPerson, media }: Quizzes,
): void => {
  implement(api.quizzes.results, ({ params }) => figures.read(params));
  implement(api.quizResets.preview, async ({ params, query }) => ({
    message: words.resetShown,
    effect: await resets.preview(params, query.userId ?? null),
  }));
  implement(api.quizResets.reset, async ({ actor, params, body }) => ({
    message: words.reset,
    reset: await resets.reset(params, body, actor.id),
  }));
  implement(api.quizzes.submittedAttempts, async ({ params, query }) => ({
    message: words.results,
    ...(await results.list(params, query)),
  }));
  implement(api.quizzes.submittedAttempt, async (asked) => {
    const { person, attempt } = await results.read(asked.params);
    return { message: words.results, person, attempt: await media.attempt(attempt, asked) };
  });
  implement(api.quizzes.failedInWeek, async ({ actor, query }) => ({
    message: words.results,
    questions: await results.failedInWeek(actor, query),
  }));
  implement(api.quizzes.exportResults, async ({ params }) => attachment('quiz-results.csv', await resultsCsv(params)));
  implement(api.quizzes.people, async ({ params, query }) => ({
    message: words.people,
    ...(await accommodations.list(params, query)),
  }));
  implement(api.quizzes.accommodate, async ({ params, body }) => {
    await accommodations.set(params, params.userId, body);
    return { message: words.accommodated };
  });
  implement(api.quizzes.toGrade, async (asked) => {
    const { answers, total } = await byPerson.list(asked.actor, asked.query);
    return { message: words.toGrade, answers: await media.toGrade(answers, asked), total };
  });
  implement(api.quizzes.grade, async ({ actor, params, body }) => {
    await byPerson.grade(actor, params, body);
    return { message: words.graded };
  });
  implement(api.quizzes.decideLate, async ({ actor, params, body }) => {
    await byPerson.decideLate(actor, params, body);
    return { message: body.isAccepted ? words.lateAccepted : words.lateLeftOut };
  });
};

export const quizzesRoutes = (implement: Implement, quizzes: Quizzes): void => {
  learnerRoutes(implement, quizzes);
  editingRoutes(implement, quizzes);
  resultRoutes(implement, quizzes);
};
