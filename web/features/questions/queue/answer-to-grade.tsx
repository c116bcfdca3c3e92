import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import type { ToGrade } from '#contract/classroom/quiz-fields.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { AnswerFileButton } from '#web/features/quizzes/answer-file.tsx';
import { ActionButton } from '#web/ui/action-button.tsx';
import { PersonName } from '#web/app/session/person-name.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { numberOf } from '#web/ui/forms/typed-number.ts';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { ReadingPane } from '#web/ui/page/reading-pane.tsx';
import { formatMoment } from '#contract/format.ts';
import { KeyLegend, SendKeys } from './key-legend.tsx';
import { type Place, Steps } from '#web/ui/page/queue-steps.tsx';
import { useLocale } from '#web/ui/language/language.tsx';

const { notGraded } = messages.quizzes;

/** Points with up to two decimals, in hundredths. */
const pointsSchema = (points: number, sentence: string) =>
  z.object({
    earned: z
      .string()
      .transform((text) => Math.round(numberOf(text) * 100))
      .refine((hundredths) => hundredths >= 0 && hundredths <= points * 100, sentence),
    comment: z.string().trim().max(5000, messages.fields.tooLong),
  });

const placeOf = ({ course, lecture, attemptId }: ToGrade) => ({
  courseId: course._id,
  lectureId: lecture._id,
  attemptId,
});

interface GradeProps {
  answer: ToGrade;
  onGraded: () => void;
}

function GradeForm({ answer, onGraded }: GradeProps) {
  const { t } = useLingui();
  const { attemptId, position, points, course, lecture, author } = answer;
  const outOfRange = t`Enter points from 0 to ${points}`;

  const { formError, isBusy, onSubmit, submit, field } = useContractForm({
    schema: pointsSchema(points, outOfRange),
    defaults: { earned: '', comment: '' },
    messages: { error: notGraded, incomplete: outOfRange },
    run: ({ earned, comment }) =>
      call('PUT /courses/:courseId/lectures/:lectureId/attempts/:attemptId/grade', {
        params: { courseId: course._id, lectureId: lecture._id, attemptId },
        body: { position, earned, comment },
      }),
    onSuccess: () => onGraded(),
    changes: [['quizzes', 'to-grade']],
  });
  const [firstName = author] = author.split(' ');
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key for all of its fields
    <form className="reply-form mt-auto space-y-3" noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <div className="grid items-start gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <TextField
          label={t`Points of ${points}`}
          inputMode="decimal"
          autoComplete="off"
          aria-keyshortcuts="r"
          data-answer=""
          {...field('earned', outOfRange)}
        />
        <TextArea
          label={t`Comment for ${firstName}, optional`}
          rows={2}
          className="border border-line-strong! rounded-field px-3! py-2!"
          {...field('comment', '')}
        />
      </div>
      {formError && (
        <p className="sr-only" role="alert">
          {formError}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <KeyLegend />
        <Button type="submit" isBusy={isBusy}>
          <Trans>Grade and next</Trans> <SendKeys />
        </Button>
      </div>
    </form>
  );
}

/** What arrived after the end: it counts once a person accepts it. */
function LateAnswer({ answer, onGraded }: GradeProps) {
  const { attemptId, position, course, lecture, lateAnswer, isUngraded } = answer;
  const queryClient = useQueryClient();
  const decide = (isAccepted: boolean) => ({
    run: () =>
      call('PUT /courses/:courseId/lectures/:lectureId/attempts/:attemptId/late', {
        params: { courseId: course._id, lectureId: lecture._id, attemptId },
        body: { position, isAccepted },
      }),
    messages: { error: messages.quizzes.lateNotDecided },
    onSuccess: async () => {
      if (!isUngraded) onGraded();
      await invalidate(queryClient, [['quizzes', 'to-grade']]);
    },
  });
  return (
    <section className="mb-5 max-w-180 rounded-box border border-line px-4 py-3" aria-labelledby="late-answer">
      <h3 id="late-answer" className="meta font-sans tracking-normal">
        <Trans>Arrived after the end, and does not count</Trans>
      </h3>
      <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
        {lateAnswer === '' && (
          <span className="text-muted">
            <Trans>Nothing was written.</Trans>
          </span>
        )}
        {answer.lateFile ? <AnswerFileButton place={placeOf(answer)} file={answer.lateFile} /> : lateAnswer}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ActionButton size="small" {...decide(true)}>
          <Trans>Accept the late answer</Trans>
        </ActionButton>
        <ActionButton tone="quiet" size="small" {...decide(false)}>
          <Trans>Leave it out</Trans>
        </ActionButton>
      </div>
    </section>
  );
}

interface AnswerToGradeProps extends GradeProps {
  place: Place;
  onBack: (() => void) | undefined;
}

const Guidance = ({ children }: { children: string }) => (
  <div className="rounded-box border border-line bg-base-200 px-4 py-3 text-sm">
    <h3 className="meta font-sans tracking-normal">
      <Trans>Guidance</Trans>
    </h3>
    <p dir="auto" className="wrap-anywhere whitespace-pre-line">
      {children}
    </p>
  </div>
);

/** An answer that a person grades: the question, what helps to grade it, and what was written. */
export function AnswerToGrade({ answer, place, onBack, onGraded }: AnswerToGradeProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const { author, authorId, course, lecture, submittedAt, question, guidance, answer: text } = answer;
  return (
    <ReadingPane name={t`Answer`} list={t`To grade`} onBack={onBack}>
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-1 items-start gap-3">
          <Avatar fullName={author} src={null} />
          <div className="min-w-0">
            <h2 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">
              <PersonName userId={authorId}>{author}</PersonName>
            </h2>
            <p className="meta wrap-anywhere">
              <Trans>
                {course.title}, {lecture.title} · submitted {{ time: formatMoment(submittedAt, timeZone, locale) }}
              </Trans>
            </p>
          </div>
        </div>
        <Steps {...place} />
      </div>
      <div className="max-w-180 flex-1 space-y-5 py-5">
        <div dir="auto" className="quiz-pictures font-semibold wrap-anywhere">
          <RichText blocks={question} />
        </div>
        {guidance && <Guidance>{guidance}</Guidance>}
        {answer.file ? (
          <p>
            <AnswerFileButton place={placeOf(answer)} file={answer.file} />
          </p>
        ) : text ? (
          <p dir="auto" className="text-[1.0625rem]/relaxed wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        ) : (
          <p className="text-muted">
            <Trans>Nothing was written.</Trans>
          </p>
        )}
      </div>
      {answer.lateAnswer !== null && <LateAnswer answer={answer} onGraded={onGraded} />}
      {answer.isUngraded && <GradeForm answer={answer} onGraded={onGraded} />}
    </ReadingPane>
  );
}
