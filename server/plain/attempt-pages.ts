import { messages } from '#contract/messages.ts';
import { pages } from '#contract/pages.ts';
import type { AttemptQuestion, Quiz, QuizAttempt, QuizMoment } from '#contract/quiz-fields.ts';
import {
  answerTexts,
  earnedWords,
  headlineOf,
  isEmptyAnswer,
  isGradedByPerson,
  resultWords,
  numbered,
  verdictHeadings,
  verdictWords,
} from '#contract/quiz-words.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import { type Html, html, nothing } from '#server/http/html.ts';
import { plainQuiz } from '#server/http/plain-address.ts';
import { problem, startForm } from './course-pages.ts';
import type { PlainPage } from './layout.ts';
import { fileLink, type Given, pointsOf, renderQuestion } from './question-field.ts';
import { renderText } from './rich-text.ts';

const words = messages.plain;

/** What happened to the answers that were sent last. */
export type Note = 'saved' | 'newer' | 'late' | 'empty';

export interface AttemptView {
  courseId: string;
  quiz: Quiz;
  attempt: QuizAttempt;
  calendar: SchoolCalendar;
  note?: Note | undefined;
  /** The question to show in practice. */
  position?: number | undefined;
  /** What a person sent that cannot be saved as it is, with a sentence for each question. */
  given?: { form: URLSearchParams; problems: ReadonlyMap<number, string> };
}

export const attemptAddress = (courseId: string, lectureId: string, attemptId: string): string =>
  `${plainQuiz(courseId, lectureId)}/attempts/${attemptId}`;

const addressOf = ({ courseId, quiz, attempt }: AttemptView): string =>
  attemptAddress(courseId, quiz.lectureId, attempt._id);

const filesOf = (view: AttemptView): string => `${addressOf(view)}/files`;

export const emptyOf = ({ questions }: Pick<QuizAttempt, 'questions'>): number[] =>
  questions.filter(({ isLocked, answer }) => !isLocked && isEmptyAnswer(answer)).map(({ position }) => position + 1);

const notes: Record<Note, (attempt: QuizAttempt) => string> = {
  saved: () => words.saved,
  newer: () => words.newer,
  late: () => words.late,
  empty: (attempt) => words.empty(emptyOf(attempt)),
};

const noteOf = ({ note, attempt }: AttemptView): Html => {
  if (note === undefined || (note === 'empty' && emptyOf(attempt).length === 0)) return nothing;
  return html`<p class="note" role="status">${notes[note](attempt)}</p>`;
};

const deadlineOf = ({ attempt: { deadlineAt, now }, calendar }: AttemptView): Html => {
  if (deadlineAt === null) return nothing;
  const [end, sent] = [deadlineAt, now].map((instant) => calendar.formatTime(Date.parse(instant)));
  return html`<p class="deadline">${words.deadline(end ?? '', sent ?? '')}</p>`;
};

const clock = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

const momentLink = ({ lectureId, title, number, fromMs, hasWatched }: QuizMoment, courseId: string): Html => {
  const query = new URLSearchParams({ course: courseId, lecture: lectureId, at: String(Math.floor(fromMs / 1000)) });
  return html`<p>
    <a href="${pages.classroom.path}?${query.toString()}">Watch the minute that explains it (${clock(fromMs)})</a><br />
    Lecture ${number}, ${title}.${hasWatched ? ' You have watched it.' : ''}
  </p>`;
};

const textsOf = (title: string, texts: readonly string[]): Html =>
  html`<dt>${title}</dt>
    ${texts.length === 0 ? html`<dd>No answer</dd>` : nothing} ${texts.map((text) => html`<dd dir="auto">${text}</dd>`)}`;

/** What a checked answer was worth, and why, as far as the mode allows. */
const explanationOf = (question: AttemptQuestion, view: AttemptView): Html => {
  const { result, answer } = question;
  const { courseId } = view;
  const { solution } = result ?? {};
  const texts = solution?.texts;
  const isMissed = result?.verdict === 'wrong' || result?.verdict === 'partly';
  return html`<dl>
      ${
        answer.file
          ? html`<dt>Your answer</dt>
              <dd>${fileLink(answer.file, filesOf(view))}</dd>`
          : textsOf('Your answer', answerTexts(question, answer))
      }
      ${texts && texts.length > 0 && result?.verdict !== 'right' ? textsOf('Right answer', numbered(question, texts)) : nothing}
      ${result && result.comment !== '' ? textsOf('Comment', [result.comment]) : nothing}
    </dl>
    ${question.isLate ? html`<p>Another answer arrived after the end, and does not count.</p>` : nothing}
    ${(solution?.remarks ?? []).map((remark) => html`<p dir="auto">${remark}</p>`)}
    ${solution ? renderText(solution.explanation) : nothing}
    ${isMissed && solution?.explainedAt ? momentLink(solution.explainedAt, courseId) : nothing}`;
};

const gapless = (question: AttemptQuestion): Html =>
  renderText(question.blocks, (text) => html`${text.replaceAll(/\{\{\d+\}\}/g, '…')}`);

/** A question that cannot be changed any more. */
const answered = (question: AttemptQuestion, view: AttemptView, verdict: string): Html =>
  html`<section class="question" data-verdict="${question.result?.verdict ?? ''}">
    <h2>Question ${question.position + 1} of ${view.attempt.count}</h2>
    <p class="verdict">${verdict}</p>
    ${gapless(question)} ${explanationOf(question, view)}
  </section>`;

const button = (action: string, label: string, isQuiet = false): Html =>
  html`<button name="do" value="${action}" class="${isQuiet ? 'quiet' : ''}">${label}</button>`;

/** Only where it could not be saved: everything else is as it is stored. */
const givenFor = ({ given }: AttemptView, { position }: AttemptQuestion): Given | undefined => {
  const sentence = given?.problems.get(position);
  return given && sentence !== undefined ? { form: given.form, problem: sentence } : undefined;
};

/** Files are sent by a form of their own encoding. */
const enctypeOf = (questions: readonly AttemptQuestion[]): string =>
  questions.some(({ type }) => type === 'file') ? 'multipart/form-data' : 'application/x-www-form-urlencoded';

/** A test: one form with all questions. */
const testPage = (view: AttemptView): Html => {
  const { attempt, note } = view;
  const { questions } = attempt;
  const asks = note === 'empty' && emptyOf(attempt).length > 0;
  return html`${deadlineOf(view)}
    <form method="post" action="${addressOf(view)}" enctype="${enctypeOf(questions)}">
      ${questions.map((question) =>
        renderQuestion(question, {
          count: questions.length,
          given: givenFor(view, question),
          files: filesOf(view),
        }),
      )}
      <p>${words.saveOften}</p>
      <p class="actions">
        ${button('save', 'Save', true)}
        ${asks ? button('finish', 'Submit all the same') : button('submit', 'Submit test')}
      </p>
    </form>`;
};

/** A test that cannot go back: one question on each page. */
const oneWayPage = (view: AttemptView): Html => {
  const { attempt, note } = view;
  const question = attempt.questions.at(-1);
  if (!question) return nothing;
  const isLast = question.position === attempt.count - 1;
  const asks = note === 'empty' && emptyOf(attempt).length > 0;
  const end = asks ? button('finish', 'Submit all the same') : button('submit', 'Submit test');
  return html`${deadlineOf(view)}
    <form
      method="post"
      action="${addressOf(view)}?question=${question.position + 1}"
      enctype="${enctypeOf([question])}"
    >
      ${renderQuestion(question, { count: attempt.count, given: givenFor(view, question), files: filesOf(view) })}
      <p>${words.oneWay}</p>
      <p class="actions">${button('save', 'Save', true)} ${isLast ? end : button('next', 'Next question')}</p>
    </form>`;
};

const questionLinks = (view: AttemptView, shown: number): Html =>
  html`<nav aria-label="Questions">
    <ol class="numbers">
      ${view.attempt.questions.map((question) => {
        const number = question.position + 1;
        const state = verdictWords(question) ?? (question.isLocked ? 'Checked' : 'Open');
        return html`<li>
          <a
            href="${addressOf(view)}?question=${number}"
            data-verdict="${question.result?.verdict ?? ''}"
            ${question.position === shown ? html`aria-current="page"` : nothing}
            >${number}<span class="hidden">: ${state}</span></a
          >
        </li>`;
      })}
    </ol>
  </nav>`;

/** Practice: one question on each page, and right after it what was right. */
const practicePage = (view: AttemptView): Html => {
  const { attempt, note } = view;
  const { questions } = attempt;
  const count = questions.length;
  const question =
    questions.find(({ position }) => position === view.position) ??
    questions.find(({ isLocked }) => !isLocked) ??
    questions.at(-1);
  if (!question) return nothing;
  const { position, isLocked, result, type } = question;
  const isLast = position === count - 1;
  const next = html`<a class="button quiet" href="${addressOf(view)}?question=${position + 2}"
    >${isLocked ? 'Next question' : 'Skip'}</a
  >`;
  const asks = note === 'empty' && emptyOf(attempt).length > 0;
  const end = asks ? button('finish', 'Submit all the same') : button('submit', 'See your result', !isLocked);
  return html`${questionLinks(view, position)}
    <form method="post" action="${addressOf(view)}?question=${position + 1}" enctype="${enctypeOf([question])}">
      ${
        isLocked
          ? answered(question, view, result?.verdict ? verdictHeadings[result.verdict] : '')
          : renderQuestion(question, { count, given: givenFor(view, question), files: filesOf(view) })
      }
      <p class="actions">
        ${isLocked ? nothing : button('check', isGradedByPerson(type) ? 'Hand in' : 'Check')} ${isLast ? nothing : next}
        ${isLast || asks ? end : nothing}
      </p>
    </form>`;
};

const scoreOf = ({ attempt: { score, passPercent } }: AttemptView): Html =>
  score
    ? html`<p class="score">
        <strong>${score.percent}%</strong> ${earnedWords(score.earned, score.points)} · You pass at ${passPercent}%
      </p>`
    : nothing;

/** A submitted attempt: its score, and of each answer what the rules show. */
const resultPage = (view: AttemptView): Html => {
  const { attempt, quiz, courseId, calendar } = view;
  const { questions, score, passPercent } = attempt;
  return html`<h2>${headlineOf(score, passPercent)}</h2>
    ${scoreOf(view)}
    <p>${resultWords(attempt, quiz, (instant) => calendar.formatTime(Date.parse(instant)))}</p>
    ${startForm(quiz, { address: plainQuiz(courseId, quiz.lectureId), calendar })}
    ${questions.map((question) => answered(question, view, verdictWords(question) ?? pointsOf(question)))}`;
};

const contentOf = (view: AttemptView): Html => {
  if (view.attempt.state !== 'open') return resultPage(view);
  if (view.attempt.mode === 'practice') return practicePage(view);
  return view.attempt.canGoBack ? testPage(view) : oneWayPage(view);
};

/** An attempt as its learner sees it. */
export const attemptPage = (view: AttemptView): PlainPage => {
  const { quiz, attempt, courseId, given } = view;
  return {
    title: quiz.title,
    body: html`<p><a href="${plainQuiz(courseId, quiz.lectureId)}">Rules and attempts</a></p>
      <h1 dir="auto">${quiz.title}</h1>
      <p>Attempt ${attempt.number}</p>
      ${given ? problem([...given.problems].map(([at, text]) => `Question ${at + 1}: ${text}`).join(' ')) : noteOf(view)}
      ${contentOf(view)}`,
  };
};
