import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { messages } from '#contract/messages.ts';
import type { InboxEntry } from '#contract/school/inbox.ts';
import { inboxQuery } from '#web/api/school-queries.ts';
import { EmptyState, LoadingNote, QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { SearchField } from '#web/ui/inputs/search-field.tsx';
import { NoMatches } from '#web/ui/table/no-matches.tsx';
import { type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { Filters, Pages } from '#web/ui/table/table.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { formatShortMoment } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useKeys } from '#web/ui/use-keys.ts';
import { useNow } from '#web/ui/use-now.ts';
import { MessageView } from './message-view.tsx';
import { useDone } from './use-done.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

const STATES = ['open', 'done'] as const;

const stateFilter = (counts: { open: number; done: number } | undefined, { _ }: Language): TableFilter => ({
  id: 'state',
  title: _(msg`State`),
  shape: 'chips',
  options: [
    { value: 'open', label: _(msg`Waiting`), count: counts?.open },
    { value: 'done', label: _(msg`Done`), count: counts?.done },
  ],
});

/** Messages to the school: a list and the chosen message, beside each other or, in narrow windows, one after the other. */
export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const control = useTable();
  const state = control.choice('state', STATES);
  const { pageSize: limit, offset, search } = control;
  const query = useQuery(inboxQuery({ limit, offset, ...(state && { state }), ...(search !== '' && { search }) }));
  const entries = query.data?.inboxMessages ?? [];
  const isWide = useMedia('(width >= 64rem)');
  const { chosen, choose } = useChosen();
  const shown = chosen ?? (isWide ? entries[0]?._id : undefined);
  const markDone = useDone({ entries, onNext: choose });
  useInboxKeys({ entries, shown, choose, onDone: (id) => markDone({ messageId: id, isDone: true }) });
  const isListShown = isWide || shown === undefined;
  return (
    <div className="inbox">
      {isListShown && (
        <section
          className="w-full pb-4 lg:shrink-0 lg:w-97 lg:overflow-y-auto lg:border-e lg:border-line"
          aria-label={t`Messages`}
        >
          <div className="inbox-head grid gap-3.5 pt-6 pb-4">
            <PageHeading>
              <Trans>Inbox</Trans>
            </PageHeading>
            <SearchField
              label={t`Search messages`}
              value={search}
              onSearch={(next) => control.change({ search: next, message: '' }, { replaces: true })}
            />
            <Filters control={control} filters={[stateFilter(query.data?.counts, language)]} />
          </div>
          <QueryBoundary query={query} skeleton={<ListSkeleton />} failure={messages.inbox.error} messageClass="p-4">
            {({ inboxMessages, total }) => (
              <>
                <MessageList entries={inboxMessages} shown={shown} />
                {inboxMessages.length === 0 && (
                  <NothingHere
                    search={state === undefined ? search : ''}
                    isFiltered={search !== '' || state !== undefined}
                    onClear={() => control.change({ search: '', state: '' })}
                  />
                )}
                <Pages
                  label={t`Messages`}
                  page={{ rows: inboxMessages, total }}
                  control={control}
                  isOld={query.isPlaceholderData}
                />
              </>
            )}
          </QueryBoundary>
        </section>
      )}
      {shown !== undefined && (
        <MessageView
          key={shown}
          messageId={shown}
          onBack={isWide ? undefined : () => choose(undefined)}
          onDone={(isDone) => markDone({ messageId: shown, isDone })}
        />
      )}
    </div>
  );
}

/** The chosen message is in the address; without one, wide windows show the newest. */
function useChosen() {
  const [address, setAddress] = useSearchParams();
  return {
    chosen: address.get('message') ?? undefined,
    choose: (messageId: string | undefined): void => {
      const next = new URLSearchParams(address);
      if (messageId === undefined) next.delete('message');
      else next.set('message', messageId);
      setAddress(next, { preventScrollReset: messageId !== undefined });
    },
  };
}

const ListSkeleton = () => (
  <div className="late p-4">
    <LoadingNote>
      <Trans>Loading messages</Trans>
    </LoadingNote>
    <RowsSkeleton />
  </div>
);

const NothingHere = ({ search, isFiltered, onClear }: { search: string; isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <NoMatches search={search} onClear={onClear} />
  ) : (
    <EmptyState>
      <Trans>No messages yet. What people send from the contact page appears here.</Trans>
    </EmptyState>
  );

interface MessageListProps {
  entries: readonly InboxEntry[];
  shown: string | undefined;
}

const linkId = (messageId: string): string => `message-${messageId}`;

function MessageList({ entries, shown }: MessageListProps) {
  const { t } = useLingui();
  useEffect(() => {
    if (shown !== undefined) document.getElementById(linkId(shown))?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <ol aria-label={t`Messages`}>
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
  const { t } = useLingui();
  const locale = useLocale();
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
      <span className="grid shrink-0 place-items-center w-4 h-5">
        {isDone ? (
          <Check size={16} className="text-muted" aria-hidden="true" />
        ) : (
          <span className="w-2 h-2 rounded-full bg-primary" />
        )}
        <span className="sr-only">{isDone ? t`Done:` : t`Open:`} </span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex justify-between gap-3">
          <span className="inbox-name truncate">{name}</span>
          <span className="meta num shrink-0">{formatShortMoment(sentAt, timeZone, new Date(now), locale)}</span>
        </span>
        <span className="line-clamp-2 text-muted">{excerpt}</span>
        {isReplied && (
          <span className="meta">
            <Trans>Replied</Trans>
          </span>
        )}
      </span>
    </Link>
  );
}

interface InboxKeys {
  entries: readonly InboxEntry[];
  shown: string | undefined;
  choose: (messageId: string) => void;
  onDone: (messageId: string) => void;
}

/** J and K open the next and the previous message, R goes to the reply, E marks the message as done. */
function useInboxKeys({ entries, shown, choose, onDone }: InboxKeys): void {
  const position = entries.findIndex(({ _id }) => _id === shown);
  const [next, previous, current] = [entries[position + 1], entries[position - 1], entries[position]];
  useKeys({
    j: next && (() => choose(next._id)),
    k: previous && (() => choose(previous._id)),
    e: current?.isDone === false ? () => onDone(current._id) : undefined,
    r: () => document.querySelector<HTMLElement>('[data-reply]')?.focus(),
  });
}
