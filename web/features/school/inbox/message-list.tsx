import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { InboxEntry } from '#contract/inbox.ts';
import { formatShortMoment } from '#web/ui/text/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';

interface MessageListProps {
  entries: readonly InboxEntry[];
  shown: string | undefined;
}

const linkId = (messageId: string): string => `message-${messageId}`;

export function MessageList({ entries, shown }: MessageListProps) {
  useEffect(() => {
    if (shown !== undefined) document.getElementById(linkId(shown))?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <ol aria-label="Messages">
      {entries.map((entry) => (
        <li key={entry._id}>
          <Entry entry={entry} isShown={entry._id === shown} />
        </li>
      ))}
    </ol>
  );
}

/** Open messages have a dot and weight, done ones a tick. */
function Entry({ entry, isShown }: { entry: InboxEntry; isShown: boolean }) {
  const { timeZone } = useSite();
  const now = useNow();
  const [address] = useSearchParams();
  const { _id, name, excerpt, sentAt, isDone, isReplied } = entry;
  return (
    <Link
      to={`?${new URLSearchParams([...[...address].filter(([key]) => key !== 'message'), ['message', _id]])}`}
      id={linkId(_id)}
      className="inbox-entry"
      aria-current={isShown || undefined}
      data-open={!isDone || undefined}
      preventScrollReset
    >
      <span className="inbox-mark">
        {isDone ? <Check size={16} className="text-muted" aria-hidden="true" /> : <span className="inbox-dot" />}
        <span className="sr-only">{isDone ? 'Done: ' : 'Open: '}</span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex justify-between gap-3">
          <span className="inbox-name truncate">{name}</span>
          <span className="meta num shrink-0">{formatShortMoment(sentAt, timeZone, new Date(now))}</span>
        </span>
        <span className="line-clamp-2 text-muted">{excerpt}</span>
        {isReplied && <span className="meta">Replied</span>}
      </span>
    </Link>
  );
}
