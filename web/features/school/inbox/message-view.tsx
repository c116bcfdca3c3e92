import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, RotateCcw } from 'lucide-react';
import { Link } from 'react-router';
import { type FormEvent, useState } from 'react';
import type { InboxMessage } from '#contract/school/inbox.ts';
import { messages } from '#contract/messages.ts';
import { personQuery } from '#web/features/people/people-queries.ts';
import { inboxMessageQuery } from '#web/api/school-queries.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { formatMoment } from '#contract/format.ts';
import { NoMailServer } from '#web/ui/no-mail-server.tsx';
import { QueryBoundary, ReadingSkeleton } from '#web/ui/page/query-boundary.tsx';
import { ReadingPane } from '#web/ui/page/reading-pane.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { randomId } from '#web/ui/text/random-id.ts';
import { tabStorage } from '#web/api/browser-storage.ts';
import { useLocale } from '#web/ui/language/language.tsx';

interface MessageViewProps {
  messageId: string;
  /** Returns to the list, where it is not beside the message. */
  onBack: (() => void) | undefined;
  onDone: (isDone: boolean) => void;
}

export function MessageView({ messageId, onBack, onDone }: MessageViewProps) {
  const { t } = useLingui();
  const query = useQuery(inboxMessageQuery(messageId));
  return (
    <ReadingPane name={t`Message`} list={t`Inbox`} onBack={onBack}>
      <QueryBoundary
        query={query}
        skeleton={<ReadingSkeleton note={t`Loading the message`} />}
        failure={messages.inbox.error}
        notFound={{ action: null }}
      >
        {({ inboxMessage }) => (
          <>
            <Sender inboxMessage={inboxMessage} onDone={onDone} />
            <div className="flex-1 pt-5 pb-6">
              <p className="inbox-text">{inboxMessage.text}</p>
              <Replies inboxMessage={inboxMessage} />
              <Others inboxMessage={inboxMessage} />
            </div>
            {inboxMessage.canReply ? (
              <ReplyForm inboxMessage={inboxMessage} />
            ) : (
              <p className="mt-auto pt-6 text-sm text-muted wrap-anywhere">
                {messages.inbox.unreachable(inboxMessage.email)}
              </p>
            )}
          </>
        )}
      </QueryBoundary>
    </ReadingPane>
  );
}

function Sender({ inboxMessage, onDone }: { inboxMessage: InboxMessage; onDone: (isDone: boolean) => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const { name, email, sentAt, isDone, userId } = inboxMessage;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Avatar fullName={name} src={null} />
      <div className="min-w-0 flex-1">
        <h2 className="font-sans text-base font-semibold tracking-normal">{name}</h2>
        <p className="meta wrap-anywhere">
          {email} · {formatMoment(sentAt, timeZone, locale)}
        </p>
        {userId !== null && <Access userId={userId} />}
      </div>
      <Button tone="quiet" onClick={() => onDone(!isDone)} aria-keyshortcuts="e">
        {isDone ? <RotateCcw size={16} aria-hidden="true" /> : <Check size={16} aria-hidden="true" />}
        {isDone ? t`Reopen` : t`Mark done`}
      </Button>
    </div>
  );
}

/** Whether the sender, who was logged in, has access. */
function Access({ userId }: { userId: string }) {
  const { t } = useLingui();
  const { data } = useQuery(personQuery(userId));
  if (!data) return null;
  const { access } = data.detail;
  const hasAccess = access.hasAccess || access.courses.some((course) => course.hasAccess);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2">
      <Badge isGood={hasAccess}>{hasAccess ? t`Has access` : t`No access`}</Badge>
      <Link to={pathTo('userAccess', { userId })} className="text-sm underline underline-offset-4">
        <Trans>See person</Trans>
      </Link>
    </p>
  );
}

function Replies({ inboxMessage: { replies } }: { inboxMessage: InboxMessage }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  if (replies.length === 0) return null;
  return (
    <ol aria-label={t`Replies`} className="mt-6 space-y-4">
      {replies.map(({ _id, author, text, sentAt, isSent }) => (
        <li key={_id} className="max-w-160 py-3.5 px-4 bg-base-200 border border-line rounded-box">
          <p className="meta mb-1">
            {isSent ? t`${author} replied` : t`${author} wrote, not sent`} · {formatMoment(sentAt, timeZone, locale)}
          </p>
          <p className="inbox-text">{text}</p>
        </li>
      ))}
    </ol>
  );
}

function Others({ inboxMessage: { others } }: { inboxMessage: InboxMessage }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  if (others.length === 0) return null;
  return (
    <details className="inbox-others">
      <summary>
        <Plural
          value={others.length}
          one="# other message from this sender"
          other="# other messages from this sender"
        />
      </summary>
      <ul className="mt-2 space-y-2">
        {others.map(({ _id, excerpt, sentAt, isDone }) => (
          <li key={_id}>
            <Link to={pathTo('inbox', { message: _id })} className="block hover:underline">
              <span className="meta block">
                {isDone
                  ? t`${{ moment: formatMoment(sentAt, timeZone, locale) }}, done`
                  : t`${{ moment: formatMoment(sentAt, timeZone, locale) }}, open`}
              </span>
              <span className="line-clamp-2">{excerpt}</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

const MAX_LENGTH = 5000;

/** Replies by email. A draft stays until it is sent, also when another message is read meanwhile. */
function ReplyForm({ inboxMessage: { _id: messageId, email, isDone } }: { inboxMessage: InboxMessage }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [text, setText] = useDraft(messageId);
  const [idempotencyKey, setIdempotencyKey] = useState(randomId);
  const sending = useAction({
    run: (alsoDone: boolean) =>
      call('POST /admin/inbox/:messageId/replies', {
        params: { messageId },
        body: { text, idempotencyKey, isDone: alsoDone },
      }),
    messages: { loading: messages.inbox.sending, error: messages.inbox.replyFailed },
    onSuccess: (response) => {
      setText('');
      setIdempotencyKey(randomId());
      queryClient.setQueryData(inboxMessageQuery(messageId).queryKey, response);
    },
    changes: [['inbox', 'list']],
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void sending.start(!isDone);
  };
  const isEmpty = text.trim() === '';
  const { sendsEmail } = useSite();
  const verb = sendsEmail ? t`Send` : t`Save`;
  return (
    <form className="reply-form" onSubmit={submit}>
      <label>
        <span className="block px-1 pt-0 pb-2 border-b border-line text-muted text-(length:--text-xs)">
          {t`Reply to ${email}`}
        </span>
        <textarea
          rows={5}
          dir="auto"
          value={text}
          maxLength={MAX_LENGTH}
          aria-keyshortcuts="r"
          data-reply=""
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <NoMailServer isAhead className="me-auto px-1" />
        {!isDone && (
          <Button tone="quiet" isDisabled={isEmpty || sending.isBusy} onClick={() => void sending.start(false)}>
            {verb}
          </Button>
        )}
        <Button type="submit" isDisabled={isEmpty} isBusy={sending.isBusy}>
          {isDone ? verb : sendsEmail ? t`Send and mark done` : t`Save and mark done`}
        </Button>
      </div>
    </form>
  );
}

const nameOf = (messageId: string): string => `reply-to-${messageId}`;

/** The draft of a reply, stored in this tab until it is sent. */
function useDraft(messageId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => tabStorage.getItem(nameOf(messageId)) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      if (next === '') tabStorage.removeItem(nameOf(messageId));
      else tabStorage.setItem(nameOf(messageId), next);
    },
  ];
}
