import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { inboxQuery } from '#web/api/school-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { SearchField } from '#web/ui/inputs/search-field.tsx';
import { LoadingNote, RowsSkeleton } from '#web/ui/page/skeletons.tsx';
import type { TableFilter } from '#web/ui/table/column.ts';
import { Filters } from '#web/ui/table/filters.tsx';
import { Pages } from '#web/ui/table/pages.tsx';
import { useTable } from '#web/ui/table/use-table.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { MessageList } from './message-list.tsx';
import { MessageView } from './message-view.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useDone } from './use-done.tsx';

const STATES = ['open', 'done'] as const;

const stateFilter = (counts: { open: number; done: number } | undefined): TableFilter => ({
  id: 'state',
  title: 'State',
  shape: 'chips',
  options: [
    { value: 'open', label: 'Open', count: counts?.open },
    { value: 'done', label: 'Done', count: counts?.done },
  ],
});

/** Messages to the school: a list and the chosen message, beside each other or, in narrow windows, one after the other. */
export function Component() {
  const control = useTable();
  const state = control.choice('state', STATES);
  const { pageSize: limit, offset, search } = control;
  const query = useQuery(inboxQuery({ limit, offset, ...(state && { state }), ...(search !== '' && { search }) }));
  const entries = query.data?.inboxMessages ?? [];
  const isWide = useMedia('(width >= 64rem)');
  const { chosen, choose } = useChosen();
  const shown = chosen ?? (isWide ? entries[0]?._id : undefined);
  const markDone = useDone({ entries, onNext: choose });
  useInboxKeys({ entries, shown, choose, onDone: (id) => void markDone.start({ messageId: id, isDone: true }) });
  const isListShown = isWide || shown === undefined;
  return (
    <div className="inbox">
      {isListShown && (
        <section className="inbox-list" aria-label="Messages">
          <div className="inbox-tools">
            <PageHeading>Inbox</PageHeading>
            <SearchField
              label="Search messages"
              value={search}
              onSearch={(next) => control.change({ search: next, message: '' }, { replaces: true })}
            />
            <Filters control={control} filters={[stateFilter(query.data?.counts)]} />
          </div>
          <QueryBoundary query={query} skeleton={<ListSkeleton />} failure={messages.inbox.error} messageClass="p-4">
            {({ inboxMessages, total }) => (
              <>
                <MessageList entries={inboxMessages} shown={shown} />
                {inboxMessages.length === 0 && (
                  <NothingHere
                    isFiltered={search !== '' || state !== undefined}
                    onClear={() => control.change({ search: '', state: '' })}
                  />
                )}
                <Pages
                  label="Messages"
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
          onDone={(isDone) => void markDone.start({ messageId: shown, isDone })}
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
    <LoadingNote>Loading messages</LoadingNote>
    <RowsSkeleton />
  </div>
);

const NothingHere = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState action={<Button onClick={onClear}>Clear filters</Button>}>Nothing matches these filters.</EmptyState>
  ) : (
    <EmptyState>No messages yet. What people send from the contact page appears here.</EmptyState>
  );
