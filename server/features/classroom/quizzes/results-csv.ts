import { questionTitle } from '#contract/plain-words.ts';
import { answerTexts } from '#contract/classroom/quiz-words.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import type { QuizAttemptItemRow } from '#server/database/tables/quizzes.ts';
import { type Column, csvOf } from '#server/http/file/csv.ts';
import type { Platform } from '#server/platform.ts';
import { askedOf } from './question-bank.ts';
import { listAttemptQuestions, listCounted, listItemsOf } from './figures.queries.ts';
import type { QuizPlace, QuizPlaces } from './places.ts';
import { readAnswer, readOrder } from './present.ts';
import { attemptScore } from './scoring.ts';
import { readQuestion, type Versions } from './versions.ts';

const PAGE = 500;

interface AttemptLine {
  attempt: Awaited<ReturnType<typeof listCounted>>[number];
  /** Its answers by question, as texts. */
  answers: ReadonlyMap<string, { text: string; earned: number | null }>;
}

const columns: Column<AttemptLine>[] = [
  ['Name', ({ attempt }) => attempt.full_name],
  ['Attempt', ({ attempt }) => String(attempt.number)],
  ['Started', ({ attempt }) => toInstant(attempt.started_at)],
  ['Submitted', ({ attempt }) => toInstantOrNull(attempt.submitted_at)],
  ['Points', ({ attempt: { earned } }) => (earned === null ? null : String(earned / 100))],
  ['Of', ({ attempt }) => String(attempt.points)],
  ['Percent', ({ attempt }) => attemptScore(attempt)?.percent.toString() ?? null],
  [
    'Passed',
    ({ attempt: { state, has_passed: passed } }) => (state === 'waiting' ? 'not graded' : passed === 1 ? 'yes' : 'no'),
  ],
  ['Reset', ({ attempt }) => (attempt.reset_id === null ? 'no' : 'yes')],
];

/** The answer to a question and what it earned; empty where an attempt did not ask it. */
const columnsOf = ({ id, content }: { id: string; content: string }, index: number): Column<AttemptLine>[] => [
  [`${index + 1}. ${questionTitle(readQuestion(content).text)}`, ({ answers }) => answers.get(id)?.text ?? null],
  [
    `${index + 1}. Points`,
    ({ answers }) => {
      const answer = answers.get(id);
      if (!answer) return null;
      return answer.earned === null ? 'not graded' : String(answer.earned / 100);
    },
  ],
];

/** The attempts at a quiz with their answers, as CSV. */
export const createResultsCsv = (
  { database: { db } }: Pick<Platform, 'database'>,
  { places, versions }: { places: Pick<QuizPlaces, 'find'>; versions: Versions },
) => {
  const textsOf = async (items: readonly QuizAttemptItemRow[]) => {
    const version = await versions.read(
      db,
      items.map((item) => item.version_id),
    );
    return items.map((item) => {
      const asked = askedOf(version(item.version_id), readOrder(item.option_order));
      const answer = readAnswer(item.answer);
      const text = answer === null ? '' : answerTexts(asked, answer).join('; ');
      return [item.question_id, { text, earned: item.earned }] as const;
    });
  };

  async function* linesOf(lectureId: string): AsyncGenerator<AttemptLine> {
    for (let after = ''; ;) {
      const page = await listCounted(db, lectureId, after, PAGE);
      const items = Map.groupBy(
        await listItemsOf(
          db,
          page.map(({ id }) => id),
        ),
        (item) => item.attempt_id,
      );
      for (const attempt of page) yield { attempt, answers: new Map(await textsOf(items.get(attempt.id) ?? [])) };
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.id;
    }
  }

  return async (place: QuizPlace) => {
    await places.find(place);
    const questions = await listAttemptQuestions(db, place.lectureId);
    return csvOf([...columns, ...questions.flatMap(columnsOf)], linesOf(place.lectureId));
  };
};
