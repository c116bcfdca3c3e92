import { Plural, Trans } from '@lingui/react/macro';
import type { SubmitEvent } from 'react';
import type { QuizAnswer } from '#contract/classroom/quiz-questions.ts';
import { Button } from '#web/ui/button.tsx';
import { QuestionPart, SaveNote } from './question-form.tsx';
import type { OpenAttempt } from './use-attempt.ts';

/** Where a question is on the page; the first is 0. */
export const onePageId = (index: number): string => `question-${index + 1}`;

/** A test with all of its questions on one page. */
export const OnePage = ({ open, onFinish }: { open: OpenAttempt; onFinish: () => void }) => {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onFinish();
  };
  return (
    <form onSubmit={submit} className="quiz-form">
      <div className="quiz-body">
        <p className="mb-4 text-sm text-muted">
          <Plural value={open.attempt.count} one="# question" other="# questions" />
        </p>
        <ol className="quiz-all">
          {open.attempt.questions.map((question, index) => (
            <li key={question.position} id={onePageId(index)}>
              <p className="meta mb-2 font-semibold">
                <Trans>Question {{ number: index + 1 }}</Trans>
              </p>
              <QuestionPart
                question={question}
                answer={open.answerOf(question.position)}
                onChange={(next: QuizAnswer) => open.answer(question.position, next)}
                sendFile={(file, onProgress) => open.sendFile(question.position, file, onProgress)}
              />
            </li>
          ))}
        </ol>
      </div>
      <div className="quiz-foot">
        <SaveNote {...open} />
        <div className="quiz-steps">
          <Button type="submit" size="large" className="flex-1" isBusy={open.submit.isBusy}>
            <Trans>Submit test</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
};
