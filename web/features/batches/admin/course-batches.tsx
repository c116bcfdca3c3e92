import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Link2, Pencil, Plus, Trash2, UserRoundPlus, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ManagedBatch } from '#contract/batches/batch-fields.ts';
import type { Course } from '#contract/catalog/catalog.ts';
import { formatCount, formatMoment } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import { useEdits } from '#web/app/session/course-roles.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { ActionDialog } from '#web/ui/dialogs/confirm-action.tsx';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel, StateBadge } from '#web/ui/panel.tsx';
import { type MenuItem, RowMenu } from '#web/ui/row-menu.tsx';
import { Rows } from '#web/ui/table/table-rows.tsx';
import type { Column } from '#web/ui/table/use-table.ts';
import { managedBatchesQuery } from '../batch-queries.ts';
import { daysOf } from '../batch-words.ts';
import { BatchMembers } from './batch-members.tsx';
import { BatchSheet } from './batch-sheet.tsx';
import { CodeSheet } from './code-sheet.tsx';
import { TimetableSheet } from './timetable-sheet.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const ExtendSheet = lazyPart(() => import('#web/features/billing/extensions/extend-sheet.tsx'));

const states = {
  coming: { label: msg`Coming`, tone: 'waiting' },
  running: { label: msg`Running`, tone: 'good' },
  ended: { label: msg`Ended`, tone: 'plain' },
} as const satisfies Record<ManagedBatch['state'], Record<'label' | 'tone', unknown>>;

type Act = 'timetable' | 'code' | 'extend' | 'delete';
/** Without a batch, a new one. */
interface Opened {
  kind: 'edit' | Act;
  batch?: ManagedBatch;
}

/** "31 of 40", with the places that are held for who is buying now. */
const takenOf = ({ members, held, places }: ManagedBatch, { _ }: Language): string => {
  const taken =
    places === null
      ? formatCount(members)
      : _(msg`${{ members: formatCount(members) }} of ${{ places: formatCount(places) }}`);
  return held > 0 ? _(msg`${taken}, ${{ held: formatCount(held) }} held`) : taken;
};

const nextClassIn = ({ _, locale }: Language, timeZone: string): Column<ManagedBatch> => ({
  id: 'next',
  title: _(msg`Next class`),
  inList: 'labelled',
  cell: ({ nextClassAt }) => (
    <span className="num">{nextClassAt === null ? '–' : formatMoment(nextClassAt, timeZone, locale)}</span>
  ),
});

function columnsOf(
  language: Language,
  timeZone: string,
  open: ((opened: Opened) => void) | undefined,
  isAdmin: boolean,
) {
  const { _ } = language;
  const columns: Column<ManagedBatch>[] = [
    {
      id: 'name',
      title: _(msg`Batch`),
      kind: 'name',
      cell: ({ name }) => name,
      note: (batch) => daysOf(batch, language),
    },
    {
      id: 'state',
      title: _(msg`State`),
      inList: 'status',
      cell: ({ state }) => <StateBadge {...states[state]} label={_(states[state].label)} />,
    },
    {
      id: 'members',
      title: _(msg`Members`),
      inList: 'labelled',
      cell: (batch) => <span className="num">{takenOf(batch, language)}</span>,
    },
    {
      id: 'waiting',
      title: _(msg`Waiting`),
      from: 1024,
      cell: ({ waiting }) => <span className="num">{waiting === 0 ? '–' : formatCount(waiting)}</span>,
    },
    nextClassIn(language, timeZone),
  ];
  if (!open) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      title: _(msg`Actions`),
      kind: 'actions',
      cell: (batch) => <Actions batch={batch} open={open} isAdmin={isAdmin} />,
    },
  ] satisfies Column<ManagedBatch>[];
}

interface ActionsProps {
  batch: ManagedBatch;
  open: (opened: Opened) => void;
  isAdmin: boolean;
}

function Actions({ batch, open, isAdmin }: ActionsProps) {
  const { t } = useLingui();
  const act = (kind: Act) => () => open({ kind, batch });
  const items: MenuItem[] = [
    { label: t`Edit`, icon: Pencil, onSelect: () => open({ kind: 'edit', batch }) },
    { label: t`Timetable`, icon: CalendarClock, onSelect: act('timetable') },
    { label: t`Link to join`, icon: Link2, onSelect: act('code') },
    ...(isAdmin ? [{ label: t`Extend access`, icon: UserRoundPlus, onSelect: act('extend') }] : []),
    { label: t`Delete`, icon: Trash2, isDestructive: true, onSelect: act('delete') },
  ];
  return <RowMenu label={t`Actions for ${batch.name}`} items={items} />;
}

interface OpenedProps {
  courseId: string;
  kind: Act;
  batch: ManagedBatch;
  onClose: () => void;
}

function OpenedBatch({ courseId, kind, batch, onClose }: OpenedProps) {
  const { t } = useLingui();
  if (kind === 'timetable') return <TimetableSheet {...{ courseId, batch, onClose }} />;
  if (kind === 'code') return <CodeSheet {...{ courseId, batch, onClose }} />;
  if (kind === 'extend')
    return (
      <Suspense>
        <ExtendSheet about={{ batchId: batch._id }} name={batch.name} onClose={onClose} />
      </Suspense>
    );
  return (
    <ActionDialog
      title={t`Delete ${batch.name}?`}
      confirmLabel={t`Delete batch`}
      run={() => call('DELETE /courses/:courseId/batches/:batchId', { params: { courseId, batchId: batch._id } })}
      messages={{ success: messages.batches.removed, error: t`Nothing was deleted. Please try again.` }}
      changes={['batches', 'courses']}
      onClose={onClose}
    >
      <Trans>Only a batch without members can be deleted. Its timetable and its link go with it.</Trans>
    </ActionDialog>
  );
}

/** The batches of a course, or the members of the one that the address names. */
export function CourseBatches({ course: { _id: courseId } }: { course: Pick<Course, '_id'> }) {
  const { t } = useLingui();
  const { timeZone } = useSite();
  const { edit } = useCoursePages();
  const [search] = useSearchParams();
  const isAdmin = useSession()?.role === 'ADMIN';
  const mayEdit = useEdits(courseId);
  const language = useLanguage();
  const query = useQuery(managedBatchesQuery(courseId));
  const [opened, setOpened] = useState<{ kind: Opened['kind']; batchId: string | undefined }>();
  const open = ({ kind, batch }: Opened): void => openSheet(() => setOpened({ kind, batchId: batch?._id }));
  const named = search.get('batch');
  return (
    <QueryBoundary
      query={query}
      skeleton={<RowsSkeleton count={2} />}
      failure={t`The batches could not be loaded`}
      isInPanel
    >
      {({ batches }) => {
        const shown = batches.find(({ _id }) => _id === named);
        if (shown) return <BatchMembers key={shown._id} {...{ courseId, batches, mayEdit }} batch={shown} />;
        const batch = batches.find(({ _id }) => _id === opened?.batchId);
        return (
          <Panel
            title={t`Batches`}
            aside={
              mayEdit && (
                <Button tone="quiet" onClick={() => open({ kind: 'edit' })}>
                  <Plus size={18} aria-hidden="true" />
                  <Trans>New batch</Trans>
                </Button>
              )
            }
          >
            {batches.length === 0 ? (
              <p className="flex items-start gap-3 text-sm text-muted">
                <Users size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
                <Trans>
                  No batches yet. The people of a batch begin, and have their live classes, on the same days.
                </Trans>
              </p>
            ) : (
              <Rows
                label={t`Batches`}
                rows={batches}
                columns={columnsOf(language, timeZone, mayEdit ? open : undefined, isAdmin)}
                keyOf={({ _id }) => _id}
                openAt={({ _id }) => edit({ course: courseId, tab: 'batches', batch: _id })}
              />
            )}
            {opened?.kind === 'edit' && (
              <BatchSheet courseId={courseId} batch={batch} onClose={() => setOpened(undefined)} />
            )}
            {opened && opened.kind !== 'edit' && batch && (
              <OpenedBatch {...{ courseId, batch }} kind={opened.kind} onClose={() => setOpened(undefined)} />
            )}
          </Panel>
        );
      }}
    </QueryBoundary>
  );
}
