import { useLingui } from '@lingui/react/macro';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { formatPosition } from '#contract/format.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { Unsent } from '#web/features/classroom/offline/unsent.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { questionOutbox, sentQuestion, type UnsentQuestion } from './question-outbox.ts';
import type { LectureQuestions } from './use-questions.ts';

const NONE: readonly UnsentQuestion[] = [];

/** The questions about this lecture that wait for a connection. */
export const UnsentQuestions = ({ questions }: { questions: LectureQuestions }) => {
  const { t } = useLingui();
  const { lectureId } = questions;
  const userId = useSession()?.user._id;
  const all = useSyncExternalStore(questionOutbox.subscribe, questionOutbox.get, () => NONE);
  const show = useEffectEvent(() => {
    const question = sentQuestion.get();
    if (question?.lectureId === lectureId) questions.update(question);
  });
  useEffect(() => {
    void questionOutbox.flush();
    return sentQuestion.subscribe(() => show());
  }, []);
  return all
    .filter((one) => one.userId === userId && one.lectureId === lectureId)
    .map((one) => (
      <article key={one.id} aria-label={t`Your question`} className="border-b border-line bg-base-100 py-2 ps-4 pe-2">
        <div className="flex items-center justify-between">
          <span className="num text-xs text-muted">{one.atMs === null ? '' : formatPosition(one.atMs)}</span>
          <RowMenu
            label={t`Actions for your question`}
            items={[
              {
                label: t`Edit`,
                icon: Pencil,
                onSelect: () => {
                  questionOutbox.remove(one.id);
                  questions.edit(one);
                },
              },
              {
                label: t`Delete`,
                icon: Trash2,
                isDestructive: true,
                onSelect: () => questionOutbox.remove(one.id),
              },
            ]}
          />
        </div>
        <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line">
          {one.text}
        </p>
        <Unsent refused={one.refused} />
      </article>
    ));
};
