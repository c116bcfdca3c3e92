import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check, CircleCheck, Eye, EyeOff, Flag, Pencil, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Answer, Question } from '#contract/classroom/questions.ts';
import { pathTo } from '#web/app/path-to.ts';
import { type MenuItem, RowMenu } from '#web/ui/row-menu.tsx';
import { HideDialog } from './hide-dialog.tsx';
import { Byline, PostText, TextForm, VideoAnswer } from './post-parts.tsx';
import type { Thread } from './use-thread.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** Where a thread is shown, and what its reader may do. */
export interface ThreadView {
  courseId: string;
  isStaff: boolean;
  /** Access has not ended. */
  isWritable: boolean;
  seekTo: ((atMs: number) => void) | undefined;
}

interface AnswerItemProps {
  answer: Answer;
  question: Question;
  thread: Thread;
  view: ThreadView;
}

interface Menu {
  beginEditing: () => void;
  beginHiding: () => void;
}

const menuOf = (
  { answer, question, thread, view }: AnswerItemProps,
  { beginEditing, beginHiding }: Menu,
  { _ }: Language,
) => {
  const { _id, isMine, isAccepted, standing } = answer;
  const mayAccept = (question.isMine || view.isStaff) && standing === 'shown';
  const items: (MenuItem | false)[] = [
    mayAccept &&
      (isAccepted
        ? { label: _(msg`Not the answer`), icon: Undo2, onSelect: () => void thread.accept.start(null) }
        : { label: _(msg`Mark as the answer`), icon: Check, onSelect: () => void thread.accept.start(_id) }),
    isMine && { label: _(msg`Edit`), icon: Pencil, onSelect: beginEditing },
    isMine && {
      label: _(msg`Delete`),
      icon: Trash2,
      isDestructive: true,
      onSelect: () => void thread.removeAnswer.start(_id),
    },
    !isMine && !view.isStaff && { label: _(msg`Report`), icon: Flag, onSelect: () => void thread.report.start(_id) },
    view.isStaff && standing === 'shown' && !isMine && { label: _(msg`Hide`), icon: EyeOff, onSelect: beginHiding },
    view.isStaff &&
      standing !== 'shown' && {
        label: _(msg`Show`),
        icon: Eye,
        onSelect: () => void thread.moderate.start({ answerId: _id, isHidden: false, reason: '' }),
      },
  ];
  return items.filter((item) => item !== false);
};

const AskedBefore = ({ sameAs, courseId }: { sameAs: NonNullable<Answer['sameAs']>; courseId: string }) => (
  <Link
    to={pathTo('classroom', {
      course: courseId,
      lecture: sameAs.lectureId,
      tab: 'questions',
      question: sameAs._id,
    })}
    className="rounded-field border border-line-strong p-3 text-sm hover:bg-base-200"
  >
    <span className="block font-semibold">
      <Trans>Asked before</Trans>
    </span>
    <span dir="auto" className="line-clamp-3 text-muted">
      {sameAs.text || <Trans>See the question</Trans>}
    </span>
  </Link>
);

/** The accepted one has a green bar and a tick. */
export const AnswerItem = (props: AnswerItemProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { answer, thread, view } = props;
  const [isEditing, setEditing] = useState(false);
  const [isHiding, setHiding] = useState(false);
  const { _id: answerId, isAccepted, atMs, sameAs } = answer;
  const items = menuOf(props, { beginEditing: () => setEditing(true), beginHiding: () => setHiding(true) }, language);
  return (
    <li
      className={`grid gap-1.5 border-s-3 ps-3.5 ${isAccepted ? 'border-s-success' : 'border-s-line'}`}
      aria-label={isAccepted ? t`The answer` : undefined}
    >
      <div className="flex items-start justify-between gap-2">
        <Byline post={answer}>
          {isAccepted && <CircleCheck size={18} className="text-success" aria-label={t`Accepted answer`} />}
        </Byline>
        {view.isWritable && items.length > 0 && (
          <RowMenu
            label={t`Actions for the answer of ${{ fullName: answer.author.fullName }}`}
            items={items}
            className="btn-ghost btn-sm -my-1"
          />
        )}
      </div>
      {isEditing ? (
        <TextForm
          label={t`Your answer`}
          initial={answer.text}
          submitLabel={t`Save`}
          isBusy={thread.edit.isBusy}
          onSubmit={(text) => void thread.edit.start({ answerId, text, onSaved: () => setEditing(false) })}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <PostText post={answer} />
      )}
      {atMs !== null && <VideoAnswer answer={answer} atMs={atMs} seekTo={view.seekTo} />}
      {sameAs && <AskedBefore sameAs={sameAs} courseId={view.courseId} />}
      {isHiding && (
        <HideDialog
          isBusy={thread.moderate.isBusy}
          onClose={() => setHiding(false)}
          onHide={(reason) =>
            void thread.moderate.start({ answerId, isHidden: true, reason }).then(() => setHiding(false))
          }
        />
      )}
    </li>
  );
};
