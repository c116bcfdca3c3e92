import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { DeletedThing } from '#contract/authoring.ts';
import { messages } from '#contract/messages.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { deletedQuery } from '#web/api/authoring-queries.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { formatMoment } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { useSite } from '#web/components/site.tsx';
import { LoadingNote, RowsSkeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';

const restore = ({ kind, _id, courseId }: DeletedThing) =>
  kind === 'course'
    ? call('POST /courses/:courseId/restore', { params: { courseId } })
    : call('POST /courses/:courseId/lecture/:lectureId/restore', { params: { courseId, lectureId: _id } });

const useRestore = (onEnd: () => void) => {
  const queryClient = useQueryClient();
  const refresh = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ['courses'] });
    await queryClient.invalidateQueries({ queryKey: ['course'] });
    onEnd();
  };
  return useAction({
    run: restore,
    sentences: { loading: messages.authoring.restoring, error: messages.authoring.restoreFailed },
    onSuccess: refresh,
    onError: () => void refresh(),
  });
};

interface DeletedListProps {
  items: readonly DeletedThing[];
  isBusy: boolean;
  onRestore: (item: DeletedThing) => void;
}

const DeletedList = ({ items, isBusy, onRestore }: DeletedListProps) => {
  const { timeZone } = useSite();
  return (
    <ul className="surface mt-6 divide-y divide-line overflow-hidden">
      {items.map((item) => (
        <li key={item._id} className="flex flex-col items-start gap-3 px-5 py-4 sm:flex-row sm:items-center">
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">{item.title}</p>
            <p className="meta">
              {item.kind === 'course' ? 'Course' : `Lecture of ${item.courseTitle}`}, until{' '}
              {formatMoment(item.restorableUntil, timeZone)}
            </p>
          </div>
          <Button tone="quiet" isDisabled={isBusy} onClick={() => onRestore(item)}>
            <Undo2 size={16} aria-hidden="true" />
            Bring back
            <span className="sr-only"> {item.title}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** Courses and lectures that were deleted in the last day, with the way back. */
export function Component() {
  const heading = useRef<HTMLDivElement>(null);
  const query = useQuery(deletedQuery());
  const restoring = useRestore(() => heading.current?.querySelector('h1')?.focus());
  return (
    <div ref={heading} className="page max-w-4xl py-8 lg:py-10">
      <Link to="/admin/dashboard" className="inline-flex min-h-9 items-center gap-2 text-sm text-muted hover:underline">
        <ArrowLeft size={16} aria-hidden="true" />
        Admin Dashboard
      </Link>
      <PageHeading>Recently deleted</PageHeading>
      <p className="mt-2 text-muted">What is deleted can come back for 24 hours. Then its files are gone.</p>
      {query.isPending && (
        <div className="mt-6">
          <LoadingNote />
          <RowsSkeleton count={3} />
        </div>
      )}
      {query.isError && (
        <div className="mt-6">
          <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
            {sentenceOf(query.error, messages.courses.broken)}
          </ErrorState>
        </div>
      )}
      {query.data?.items.length === 0 && (
        <EmptyState action={<LinkButton to="/admin/dashboard">Admin Dashboard</LinkButton>}>
          Nothing was deleted in the last 24 hours.
        </EmptyState>
      )}
      {query.data && query.data.items.length > 0 && (
        <DeletedList
          items={query.data.items}
          isBusy={restoring.isBusy}
          onRestore={(item) => void restoring.start(item)}
        />
      )}
    </div>
  );
}
