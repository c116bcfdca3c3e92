import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowUp, Bell, BellOff, CornerDownRight, Eye, EyeOff, Flag, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatPosition } from '#contract/format.ts';
import type { Question } from '#contract/classroom/questions.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { type MenuItem, RowMenu } from '#web/ui/row-menu.tsx';
import { AnswerForm } from './answer-form.tsx';
import { AnswerItem, type ThreadView } from './answer-item.tsx';
import { HideDialog } from './hide-dialog.tsx';
import { Byline, MomentButton, PostText, TextForm } from './post-parts.tsx';
import { type Thread, useThread } from './use-thread.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

interface QuestionCardProps {
  question: Question;
  view: ThreadView;
  onChange: (question: Question) => void;
  onRemoved: () => void;
  /** A link leads here: it is scrolled to. */
  isChosen?: boolean;
  /** Shows all answers; undefined where they are. */
  onMore?: (() => void) | undefined;
  /** Where it can be answered under it; `now` is the present moment of the video. */
  answering?: { now: () => number; onAnswered: (question: Question) => void };
  /** Who asked is shown above it. */
  isHeadless?: boolean;
}

interface Menu {
  beginEditing: () => void;
  beginHiding: () => void;
  language: Language;
}

const menuOf = (
  question: Question,
  view: ThreadView,
  thread: Thread,
  { beginEditing, beginHiding, language: { _ } }: Menu,
) => {
  const { isMine, isFollowed, standing } = question;
  const items: (MenuItem | false)[] = [
    isFollowed
      ? { label: _(msg`Stop following`), icon: BellOff, onSelect: () => void thread.follow.start(false) }
      : { label: _(msg`Follow`), icon: Bell, onSelect: () => void thread.follow.start(true) },
    isMine && { label: _(msg`Edit`), icon: Pencil, onSelect: beginEditing },
    isMine && {
      label: _(msg`Delete`),
      icon: Trash2,
      isDestructive: true,
      onSelect: () => void thread.remove.start(undefined),
    },
    !isMine && !view.isStaff && { label: _(msg`Report`), icon: Flag, onSelect: () => void thread.report.start(null) },
    view.isStaff && !isMine && standing === 'shown' && { label: _(msg`Hide`), icon: EyeOff, onSelect: beginHiding },
    view.isStaff &&
      standing !== 'shown' && {
        label: _(msg`Show`),
        icon: Eye,
        onSelect: () => void thread.moderate.start({ answerId: null, isHidden: false, reason: '' }),
      },
  ];
  return items.filter((item) => item !== false);
};

/** Scrolls a card to the middle once, when a link leads to it. */
const useArrival = (isChosen: boolean) => {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isChosen) return;
    const prefersReducedMotion = globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;
    card.current?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion ? 'instant' : 'smooth' });
  }, [isChosen]);
  return card;
};

const Moment = ({ question, seekTo }: { question: Question; seekTo: ThreadView['seekTo'] }) => {
  const { atMs, wasAtMs } = question;
  if (atMs !== null) return <MomentButton atMs={atMs} seekTo={seekTo} />;
  return wasAtMs === null ? null : (
    <span className="meta num shrink-0">
      <Trans>was at {{ place: formatPosition(wasAtMs) }}</Trans>
    </span>
  );
};

const Head = ({ question, seekTo }: { question: Question; seekTo: ThreadView['seekTo'] }) => (
  <div className="flex items-center gap-3">
    <Avatar fullName={question.author.fullName} src={question.author.avatar.secure_url} className="size-8" />
    <span className="min-w-0 flex-1">
      <Byline post={question} />
    </span>
    <Moment question={question} seekTo={seekTo} />
  </div>
);

interface FooterProps extends Pick<QuestionCardProps, 'question' | 'view' | 'onMore'> {
  thread: Thread;
  items: MenuItem[];
  onAnswer: (() => void) | undefined;
}

const Footer = ({ question, view, thread, items, onMore, onAnswer }: FooterProps) => {
  const { t } = useLingui();
  const { votes, hasVoted, answers, answerCount } = question;
  return (
    <div className="-ms-3 flex flex-wrap items-center gap-x-1">
      <Button
        tone="ghost"
        className="num px-3"
        aria-pressed={hasVoted}
        aria-label={t`I have this question too, ${votes}`}
        isDisabled={!view.isWritable}
        onClick={() => void thread.vote.start(!hasVoted)}
      >
        <ArrowUp size={18} aria-hidden="true" className={hasVoted ? 'stroke-3 text-primary' : undefined} />
        {votes}
      </Button>
      {onAnswer && (
        <Button tone="ghost" className="px-3" onClick={onAnswer}>
          <CornerDownRight size={18} aria-hidden="true" />
          <Trans>Answer</Trans>
        </Button>
      )}
      {onMore && answerCount > answers.length && (
        <Button tone="ghost" className="px-3" onClick={onMore}>
          <Trans>All {answerCount} answers</Trans>
        </Button>
      )}
      {view.isWritable && (
        <span className="ms-auto">
          <RowMenu label={t`Actions for the question of ${{ fullName: question.author.fullName }}`} items={items} />
        </span>
      )}
    </div>
  );
};

const Hiding = ({ thread, onClose }: { thread: Thread; onClose: () => void }) => (
  <HideDialog
    isBusy={thread.moderate.isBusy}
    onClose={onClose}
    onHide={(reason) => void thread.moderate.start({ answerId: null, isHidden: true, reason }).then(onClose)}
  />
);

const Answers = ({ question, thread, view }: Pick<FooterProps, 'question' | 'thread' | 'view'>) => {
  const { t } = useLingui();
  return (
    question.answers.length > 0 && (
      <ol aria-label={t`Answers`} className="grid gap-4">
        {question.answers.map((answer) => (
          <AnswerItem key={answer._id} {...{ answer, question, thread, view }} />
        ))}
      </ol>
    )
  );
};

/** A question with its answers. */
export const QuestionCard = ({ question, view, onChange, onRemoved, ...more }: QuestionCardProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { isChosen = false, onMore, answering, isHeadless = false } = more;
  const card = useArrival(isChosen);
  const thread = useThread({ questionId: question._id, onChange, onRemoved });
  const [open, setOpen] = useState<'edit' | 'hide' | 'answer'>();
  const close = () => setOpen(undefined);
  const items = menuOf(question, view, thread, {
    beginEditing: () => setOpen('edit'),
    beginHiding: () => setOpen('hide'),
    language,
  });
  const isDeleted = question.standing === 'deleted';
  return (
    <article
      ref={card}
      id={`question-${question._id}`}
      aria-label={t`Question of ${{ fullName: question.author.fullName }}`}
      aria-current={isChosen || undefined}
      className="grid gap-3 border-b border-line bg-base-100 p-4 aria-current:bg-[color-mix(in_oklab,var(--color-primary)_7%,var(--color-base-100))] aria-current:shadow-[inset_3px_0_0_var(--color-primary)]"
    >
      {!isHeadless && <Head question={question} seekTo={view.seekTo} />}
      {open === 'edit' ? (
        <TextForm
          label={t`Your question`}
          initial={question.text}
          submitLabel={t`Save`}
          isBusy={thread.edit.isBusy}
          onSubmit={(text) => void thread.edit.start({ answerId: null, text, onSaved: close })}
          onCancel={close}
        />
      ) : (
        <PostText post={question} />
      )}
      <Answers {...{ question, thread, view }} />
      {open === 'answer' && answering && <AnswerForm questionId={question._id} {...answering} onClose={close} />}
      {!isDeleted && (
        <Footer
          {...{ question, view, thread, items, onMore }}
          onAnswer={view.isWritable && answering && open !== 'answer' ? () => setOpen('answer') : undefined}
        />
      )}
      {open === 'hide' && <Hiding thread={thread} onClose={close} />}
    </article>
  );
};
