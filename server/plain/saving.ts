import type { FastifyRequest } from 'fastify';
import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { AttemptQuestion, QuizAttempt, SavedAnswer } from '#contract/quiz-fields.ts';
import { isEmptyAnswer } from '#contract/quiz-words.ts';
import { fieldName, isSame, readAnswer, seqName } from './answers.ts';
import { type AskApi, Refusal } from './ask-api.ts';
import { emptyOf, type Note } from './attempt-pages.ts';

const FILE_NAME_MAX_LENGTH = 150;

/** Of which attempt, and by whom. */
interface Given {
  params: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
}

/** What a form has: its fields, and its files by their fields. */
export interface PlainForm {
  fields: URLSearchParams;
  files: ReadonlyMap<string, File>;
}

interface SentFile {
  position: number;
  seq: number;
  file: File;
}

interface Sent {
  /** What differs from what is stored. */
  answers: SavedAnswer[];
  files: SentFile[];
  /** Sentences about what cannot be saved as it is, by question. */
  problems: Map<number, string>;
  /** Another window has saved since the form was made. */
  isOutdated: boolean;
}

const readForm = ({ questions }: QuizAttempt, { fields: form, files }: PlainForm): Sent => {
  const sent: Sent = { answers: [], files: [], problems: new Map(), isOutdated: false };
  for (const question of questions) {
    const { position, answer: stored, seq } = question;
    const from = Number(form.get(seqName(position)) ?? Number.NaN);
    if (!Number.isInteger(from) || question.isLocked) continue;
    if (question.type === 'file') {
      const file = files.get(fieldName(position));
      if (file) sent.files.push({ position, seq: from + 1, file });
      sent.isOutdated ||= file !== undefined && seq > from;
      continue;
    }
    const answer = readAnswer(question, form);
    if (typeof answer === 'string') sent.problems.set(position, answer);
    else if (!isSame(answer, stored)) {
      sent.answers.push({ position, answer, seq: from + 1 });
      sent.isOutdated ||= seq > from;
    }
  }
  return sent;
};

/** What came of a form: a note for the page of the attempt, or sentences about what was not saved. */
export type Outcome = { note: Note | undefined } | { problems: ReadonlyMap<number, string> };

/** Saves what a form has of an attempt, then checks a question or submits it, by the calls that the browser's program makes. */
export const createSaving = (ask: AskApi) => {
  const save = async (request: FastifyRequest, given: Given, answers: readonly SavedAnswer[]): Promise<boolean> => {
    let isLate = false;
    for (const body of answers) {
      const saved = await ask(request, api.quizzes.save, { ...given, body });
      isLate ||= saved.body.isLate;
    }
    return isLate;
  };

  /** Sends the files of a form; sentences about those that are refused go to `problems`. Returns whether one was late. */
  const sendFiles = async (
    request: FastifyRequest,
    given: Given,
    { files, problems }: Pick<Sent, 'files' | 'problems'>,
  ): Promise<boolean> => {
    let isLate = false;
    for (const { position, seq, file } of files) {
      try {
        const form = new FormData();
        form.set('position', String(position));
        form.set('seq', String(seq));
        form.set('name', file.name.slice(0, FILE_NAME_MAX_LENGTH));
        form.set('file', file);
        const sent = await ask(request, api.quizAnswerFiles.sendFile, { ...given, form });
        isLate ||= sent.body.isLate;
      } catch (error) {
        if (!(error instanceof Refusal) || error.status < 409) throw error;
        problems.set(position, error.message);
      }
    }
    return isLate;
  };

  const isAnswered = async (request: FastifyRequest, given: Given): Promise<boolean> => {
    const { attempt } = (await ask(request, api.quizzes.attempt, given)).body;
    return emptyOf(attempt).length === 0;
  };

  const check = async (
    request: FastifyRequest,
    given: Given,
    {
      question,
      answers,
      needsAnswer,
    }: { question: AttemptQuestion; answers: readonly SavedAnswer[]; needsAnswer: boolean },
  ): Promise<Outcome> => {
    const { position, answer: stored, seq } = question;
    const changed = answers.find((one) => one.position === position);
    const body = changed ?? { position, answer: stored, seq: Math.max(1, seq) };
    if (needsAnswer && isEmptyAnswer({ file: null, ...body.answer }))
      return { problems: new Map([[position, messages.plain.answerFirst]]) };
    await ask(request, api.quizzes.check, { ...given, body });
    return { note: undefined };
  };

  return async (
    request: FastifyRequest,
    given: Given,
    { form, position }: { form: PlainForm; position: number | undefined },
  ): Promise<Outcome> => {
    const before = (await ask(request, api.quizzes.attempt, given)).body.attempt;
    const sent = readForm(before, form);
    const { answers, files, problems, isOutdated } = sent;
    const isFileLate = await sendFiles(request, given, sent);
    const attempt = files.length === 0 ? before : (await ask(request, api.quizzes.attempt, given)).body.attempt;
    const action = form.fields.get('do');
    const question = attempt.questions.find((one) => one.position === position);
    if ((action === 'check' || action === 'next') && question && problems.size === 0 && !isOutdated)
      return check(request, given, { question, answers, needsAnswer: action === 'check' });
    const isLate = await save(request, given, answers);
    if (isLate || isFileLate) return { note: 'late' };
    if (problems.size > 0) return { problems };
    if (isOutdated) return { note: 'newer' };
    if (action !== 'submit' && action !== 'finish') return { note: 'saved' };
    const isComplete = action === 'finish' || (await isAnswered(request, given));
    if (!isComplete) return { note: 'empty' };
    await ask(request, api.quizzes.submit, { ...given, body: { answers: [] } });
    return { note: undefined };
  };
};
