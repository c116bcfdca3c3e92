import { type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Lock, Play } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { QUESTION_MAX_LENGTH } from '#contract/classroom/question-length.ts';
import type { Answer, Question } from '#contract/classroom/questions.ts';
import { Button } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatPosition, formatShortMoment } from '#contract/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type Post = Pick<
  Question,
  'author' | 'createdAt' | 'isEdited' | 'isPrivate' | 'standing' | 'reason' | 'text' | 'isMine'
>;

const ROLES = { teacher: msg`Teacher`, assistant: msg`Assistant`, admin: msg`School` } as const;

/** The name of the author, when it was written, and for whom. */
export const Byline = ({ post, children }: { post: Post; children?: ReactNode }) => {
  const { timeZone } = useSite();
  const now = useNow();
  const { _, locale } = useLanguage();
  const { author, createdAt, isEdited, isPrivate } = post;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
      {children}
      <b className="font-semibold wrap-anywhere">{author.fullName}</b>
      {author.role && <span className="badge badge-sm bg-base-300 font-medium">{_(ROLES[author.role])}</span>}
      <span className="meta num">
        {formatShortMoment(createdAt, timeZone, new Date(now), locale)}
        {isEdited && (
          <>
            , <Trans>edited</Trans>
          </>
        )}
      </span>
      {isPrivate && (
        <span className="meta flex items-center gap-1">
          <Lock size={14} aria-hidden="true" />
          <Trans>Only you and the teacher</Trans>
        </span>
      )}
    </span>
  );
};

/** Why others do not read it. */
const sentenceAbout = ({ standing, reason, isMine }: Post): MessageDescriptor | undefined =>
  ({
    shown: undefined,
    held: isMine
      ? msg`Waits until the school has looked at it, because it has a link.`
      : msg`Has a link of a new account: others do not see it.`,
    reported: msg`Hidden until the school has looked at it.`,
    hidden: msg`Hidden by the school: ${{ reason: reason.replace(/\.$/, '') }}.`,
    deleted: msg`Deleted by its author.`,
  })[standing];

export const PostText = ({ post }: { post: Post }) => {
  const { _ } = useLanguage();
  const sentence = sentenceAbout(post);
  return (
    <>
      {sentence !== undefined && <p className="text-sm text-muted italic">{_(sentence)}</p>}
      {post.text !== '' && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {post.text}
        </p>
      )}
    </>
  );
};

interface MomentProps {
  atMs: number;
  /** Undefined where there is no player. */
  seekTo: ((atMs: number) => void) | undefined;
}

/** A moment of the video, which is played. */
export const MomentButton = ({ atMs, seekTo }: MomentProps) => (
  <button
    type="button"
    className="num inline-flex min-h-9 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong px-3 text-sm font-medium hover:bg-base-200 disabled:cursor-default"
    disabled={!seekTo}
    onClick={() => seekTo?.(atMs)}
  >
    <Play size={14} aria-hidden="true" />
    <span className="sr-only">
      <Trans>Go to</Trans>{' '}
    </span>
    {formatPosition(atMs)}
  </button>
);

/** "Answered in the video at 4:12", with what is said there. */
export const VideoAnswer = ({
  answer,
  atMs,
  seekTo,
}: { answer: Answer; atMs: number } & Pick<MomentProps, 'seekTo'>) => (
  <button
    type="button"
    className="flex w-full cursor-pointer items-start gap-3 rounded-field border border-line-strong p-3 text-start hover:bg-base-200 disabled:cursor-default"
    disabled={!seekTo}
    onClick={() => seekTo?.(atMs)}
  >
    <span className="grid size-9 shrink-0 place-items-center rounded-full bg-neutral text-neutral-content">
      <Play size={16} aria-hidden="true" />
    </span>
    <span className="min-w-0">
      <span className="block text-sm">
        <Trans>
          Answered in the video at <b className="num font-semibold">{formatPosition(atMs)}</b>
        </Trans>
      </span>
      {answer.said !== '' && (
        <span dir="auto" className="mt-1 block text-sm text-muted">
          “{answer.said}”
        </span>
      )}
    </span>
  </button>
);

interface TextFormProps {
  label: string;
  initial: string;
  submitLabel: string;
  isBusy: boolean;
  onSubmit: (text: string) => void;
  onCancel: () => void;
}

/** Writes or changes a text. */
export const TextForm = ({ label, initial, submitLabel, isBusy, onSubmit, onCancel }: TextFormProps) => {
  const [text, setText] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const submit = () => {
    if (text.trim() !== '') onSubmit(text);
  };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={field}
        aria-label={label}
        dir="auto"
        rows={3}
        maxLength={QUESTION_MAX_LENGTH}
        className="textarea w-full"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="quiet" isBusy={isBusy} isDisabled={text.trim() === ''}>
          {submitLabel}
        </Button>
        <Button tone="ghost" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
};
