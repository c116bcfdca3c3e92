import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { attachment } from '#server/http/file/attachment.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Quizzes } from './quizzes.ts';

const { quizzes: words } = messages;

const recallRoutes = (bind: Bind, { recall, media }: Quizzes): void =>
  bind(api.recall, {
    due: async ({ actor, ...asked }) => {
      const due = await recall.due(actor);
      const questions = await Promise.all(
        due.questions.map(async (one) => {
          const params = { courseId: one.course._id, lectureId: one.lecture._id };
          return { ...one, question: await media.question(one.question, { ...asked, actor, params }) };
        }),
      );
      return { ...due, questions };
    },
    answer: async ({ actor, params: { quizQuestionId }, body, ...asked }) => {
      const { question, place } = await recall.answer(actor, quizQuestionId, body.answer);
      return { question: await media.question(question, { ...asked, actor, params: place }) };
    },
    choose: ({ actor, body }) => recall.choose(actor.id, body),
  });

const learnerRoutes = (bind: Bind, { attempts, overview, moments, media, answerFiles }: Quizzes): void => {
  bind(api.quizAnswerFiles, {
    sendFile: {
      beforeBody: ({ params }) => answerFiles.assertQuiz(params),
      handle: async ({ actor, params, fields, files: { file } }) => {
        const sent = await answerFiles.send(actor, params, fields, file);
        const said = sent.isLate ? words.answerLate : words.fileSent;
        return { message: sent.file ? said : words.fileOutdated, ...sent };
      },
    },
    answerFile: async ({ actor, params }) => attachment('answer', await answerFiles.read(actor, params, params.fileId)),
  });

  bind(api.quizzes, {
    read: async ({ actor, params }) => ({ quiz: await overview(actor, params) }),
    start: async (asked) => ({ attempt: await media.attempt(await attempts.start(asked.actor, asked.params), asked) }),
    attempt: async (asked) => ({ attempt: await media.attempt(await attempts.read(asked.actor, asked.params), asked) }),
    save: async ({ actor, params, body }) => {
      const saved = await attempts.save(actor, params, body);
      return { message: saved.isLate ? words.answerLate : words.answerSaved, ...saved };
    },
    check: async (asked) => ({
      question: await media.question(await attempts.check(asked.actor, asked.params, asked.body), asked),
    }),
    submit: async (asked) => ({
      attempt: await media.attempt(await attempts.submit(asked.actor, asked.params, asked.body.answers), asked),
    }),
    moments: async (asked) => {
      const listed = await moments.list(asked.actor, asked.params);
      return { ...listed, moments: await media.moments(listed.moments, asked) };
    },
    answerMoment: async (asked) => {
      const { actor, params, body } = asked;
      const given = { questionId: params.quizQuestionId, answer: body.answer };
      return { question: await media.question(await moments.answer(actor, params, given), asked) };
    },
  });
};

const editingRoutes = (bind: Bind, { editing, media }: Quizzes): void => {
  bind(api.quizzes, {
    manage: async (asked) => ({ quiz: await media.quiz(await editing.read(asked.params), asked) }),
    saveSettings: async (asked) => ({
      quiz: await media.quiz(await editing.saveSettings(asked.params, asked.body), asked),
    }),
    add: async (asked) => {
      const { quiz, questionId } = await editing.add({ ...asked.params, userId: asked.actor.id }, asked.body);
      return { quiz: await media.quiz(quiz, asked), questionId };
    },
    preview: ({ params, body }) => editing.preview(params, params.quizQuestionId, body.question),
    change: async (asked) => {
      const { actor, params, body } = asked;
      const quiz = await editing.change({ ...params, userId: actor.id }, params.quizQuestionId, body);
      return { quiz: await media.quiz(quiz, asked) };
    },
    retire: async (asked) => ({
      quiz: await media.quiz(await editing.retire(asked.params, asked.params.quizQuestionId), asked),
    }),
    order: async (asked) => ({
      quiz: await media.quiz(await editing.order(asked.params, asked.body.questionIds), asked),
    }),
    import: async ({ actor, params, body }) => ({
      message: body.isDryRun ? words.checked : words.imported,
      ...(await editing.importText({ ...params, userId: actor.id }, body)),
    }),
    export: async ({ params, query }) => {
      const { fileName, text } = await editing.export(params, query.format);
      return attachment(fileName, Buffer.from(text));
    },
    undo: async (asked) => ({
      quiz: await media.quiz(await editing.undo(asked.params, asked.params.regradeId), asked),
    }),
  });
};

const resultRoutes = (
  bind: Bind,
  { accommodations, figures, resets, resultsCsv, results, byPerson, media }: Quizzes,
): void => {
  bind(api.quizResets, {
    preview: async ({ params, query }) => ({ effect: await resets.preview(params, query.userId ?? null) }),
    reset: async ({ actor, params, body }) => ({ reset: await resets.reset(params, body, actor.id) }),
  });
  bind(api.quizzes, {
    results: ({ params }) => figures.read(params),
    submittedAttempts: ({ params, query }) => results.list(params, query),
    submittedAttempt: async (asked) => {
      const { person, attempt } = await results.read(asked.params);
      return { person, attempt: await media.attempt(attempt, asked) };
    },
    failedInWeek: async ({ actor, query }) => ({ questions: await results.failedInWeek(actor, query) }),
    exportResults: async ({ params }) => attachment('quiz-results.csv', await resultsCsv(params)),
    people: ({ params, query }) => accommodations.list(params, query),
    accommodate: ({ params, body }) => accommodations.set(params, params.userId, body),
    toGrade: async (asked) => {
      const { answers, total } = await byPerson.list(asked.actor, asked.query);
      return { answers: await media.toGrade(answers, asked), total };
    },
    grade: ({ actor, params, body }) => byPerson.grade(actor, params, body),
    decideLate: async ({ actor, params, body }) => {
      await byPerson.decideLate(actor, params, body);
      return { message: body.isAccepted ? words.lateAccepted : words.lateLeftOut };
    },
  });
};

export const quizzesRoutes = (bind: Bind, quizzes: Quizzes): void => {
  learnerRoutes(bind, quizzes);
  recallRoutes(bind, quizzes);
  editingRoutes(bind, quizzes);
  resultRoutes(bind, quizzes);
};
