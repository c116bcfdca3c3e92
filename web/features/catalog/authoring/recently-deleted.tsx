import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { DeletedThing } from '#contract/catalog/authoring.ts';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { recentlyDeletedQuery } from '#web/api/authoring-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState, LoadingNote, QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { formatMoment } from '#contract/format.ts';
import { AdminPage, focusHeading } from '#web/ui/page/admin-page.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const restore = ({ kind, _id, courseId }: DeletedThing) =>
  kind === 'course'
    ? call('POST /courses/:courseId/restore', { params: { courseId } })
    : call('POST /courses/:courseId/lecture/:lectureId/restore', { params: { courseId, lectureId: _id } });

const useRestore = (onEnd: () => void) => {
  const queryClient = useQueryClient();
  const refresh = async (): Promise<void> => {
    await invalidate(queryClient, ['course-lists', 'courses']);
    onEnd();
  };
  return useAction({
    run: restore,
    messages: { loading: messages.authoring.restoring, error: messages.authoring.restoreFailed },
    changes: ['course-lists', 'courses'],
    onError: () => void refresh(),
  });
};

interface DeletedListProps {
  items: readonly DeletedThing[];
  isBusy: boolean;
  onRestore: (item: DeletedThing) => void;
}

const DeletedList = ({ items, isBusy, onRestore }: DeletedListProps) => {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <ul className="surface mt-6 divide-y divide-line overflow-hidden">
      {items.map((item) => (
        <li key={item._id} className="flex flex-col items-start gap-3 px-5 py-4 sm:flex-row sm:items-center">
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">{item.title}</p>
            <p className="meta">
              {item.kind === 'course'
                ? t`Course, until ${{ moment: formatMoment(item.restorableUntil, timeZone, locale) }}`
                : t`Lecture in ${item.courseTitle}, until ${{ moment: formatMoment(item.restorableUntil, timeZone, locale) }}`}
            </p>
          </div>
          <Button tone="quiet" isDisabled={isBusy} onClick={() => onRestore(item)}>
            <Undo2 size={16} aria-hidden="true" />
            <Trans>Restore</Trans>
            <span className="sr-only"> {item.title}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** Courses and lectures that can be restored. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(recentlyDeletedQuery());
  const restoring = useRestore(focusHeading);
  return (
    <AdminPage
      heading={t`Recently deleted`}
      back={
        <BackLink to={pathTo('adminCourses')} isQuiet>
          <Trans>Courses</Trans>
        </BackLink>
      }
      lead={t`You can restore deleted items for 24 hours. After that, their files are deleted permanently.`}
      className="max-w-4xl"
    >
      <QueryBoundary
        query={query}
        skeleton={
          <div className="mt-6">
            <LoadingNote />
            <RowsSkeleton count={3} />
          </div>
        }
        failure={messages.courses.broken}
        messageClass="mt-6"
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              action={
                <LinkButton to={pathTo('adminCourses')}>
                  <Trans>Courses</Trans>
                </LinkButton>
              }
            >
              <Trans>Nothing was deleted in the last 24 hours.</Trans>
            </EmptyState>
          ) : (
            <DeletedList items={items} isBusy={restoring.isBusy} onRestore={(item) => void restoring.start(item)} />
          )
        }
      </QueryBoundary>
    </AdminPage>
  );
}
