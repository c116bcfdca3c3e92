import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft, UserMinus, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { batchMembers } from '#contract/batches/batch-members.ts';
import type { ManagedBatch } from '#contract/batches/batch-fields.ts';
import { formatShortDay } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { call, download, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import { PersonName } from '#web/app/session/person-name.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Field, TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { ExportButton } from '#web/ui/table/export.tsx';
import { type Column, useTable } from '#web/ui/table/use-table.ts';
import { daysOf, stateWords } from '../batch-words.ts';
import { AddMember } from './add-member.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';
import type { Language } from '#contract/languages/language.ts';

type BatchMember = ResponseOf<'GET /courses/:courseId/batches/:batchId/members'>['members'][number];

const words = messages.batches;

const sources: Record<BatchMember['source'], MessageDescriptor> = {
  purchase: msg`Bought it`,
  code: msg`With the link`,
  joined: msg`Joined`,
  admin: msg`Added`,
  moved: msg`Moved here`,
};

interface DialogProps {
  courseId: string;
  batch: ManagedBatch;
  member: BatchMember;
  onClose: () => void;
}

const REASON_MAX = 200;

/** To another batch of the course; what the member has done stays. */
function MoveDialog({ courseId, batch, member, others, onClose }: DialogProps & { others: readonly ManagedBatch[] }) {
  const { t } = useLingui();
  const language = useLanguage();
  const params = { courseId, batchId: batch._id, userId: member._id };
  const { form, formError, isBusy, onSubmit, field, errorOf } = useContractForm({
    schema: batchMembers.move.body,
    defaults: { toBatchId: others[0]?._id ?? '', reason: '' },
    messages: { error: messages.fields.notChanged, incomplete: words.dayMissing },
    run: (body) => call('POST /courses/:courseId/batches/:batchId/members/:userId/move', { params, body }),
    changes: ['batches', 'people'],
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={t`Move ${member.fullName}?`}
      lead={
        <p>
          <Trans>Progress, notes and attempts stay. They get a notice.</Trans>
        </p>
      }
      confirmLabel={t`Move`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <Field label={t({ context: 'batch', message: 'To' })} error={errorOf('toBatchId', words.dayMissing)}>
        {(described) => (
          <select {...described} {...form.register('toBatchId')} className="select h-12" data-first="">
            {others.map((other) => (
              <option key={other._id} value={other._id}>
                {other.name}, {daysOf(other, language)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={t`Reason`}
        maxLength={REASON_MAX}
        hint={t`Optional. Only for you, in the audit.`}
        {...field('reason', words.reasonTooLong)}
      />
    </FormDialog>
  );
}

function RemoveDialog({ courseId, batch, member, onClose }: DialogProps) {
  const { t } = useLingui();
  const params = { courseId, batchId: batch._id, userId: member._id };
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: batchMembers.remove.body,
    defaults: { reason: '' },
    messages: { error: messages.fields.notChanged, incomplete: words.reasonTooLong },
    run: (body) => call('POST /courses/:courseId/batches/:batchId/members/:userId/remove', { params, body }),
    changes: ['batches', 'people'],
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={t`Remove ${member.fullName} from ${batch.name}?`}
      lead={
        <p>
          {member.closesCourse ? (
            <Trans>Their place becomes available. If the link opened the course to them, it closes.</Trans>
          ) : (
            <Trans>They keep the course, without batch dates. Their place becomes available.</Trans>
          )}
        </p>
      }
      confirmLabel={t`Remove`}
      isDestructive
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label={t`Reason`}
        maxLength={REASON_MAX}
        hint={t`Optional. Only for you, in the audit.`}
        data-first=""
        {...field('reason', words.reasonTooLong)}
      />
    </FormDialog>
  );
}

type Opened = { kind: 'move' | 'remove'; member: BatchMember };

const columnsOf = (
  timeZone: string,
  open: ((opened: Opened) => void) | undefined,
  canMove: boolean,
  { _, locale }: Language,
) => {
  const columns: Column<BatchMember>[] = [
    {
      id: 'name',
      title: _(msg`Name`),
      kind: 'name',
      cell: ({ _id, fullName, avatar }) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar fullName={fullName} src={avatar.secure_url} className="size-8" />
          <span className="min-w-0 wrap-anywhere">
            <PersonName userId={_id}>{fullName}</PersonName>
          </span>
        </span>
      ),
    },
    { id: 'email', title: _(msg`Email`), from: 1024, cell: ({ email }) => email ?? '–' },
    {
      id: 'joined',
      title: _(msg`Joined`),
      inList: 'detail',
      cell: ({ joinedAt }) => <span className="num">{formatShortDay(joinedAt, timeZone, locale)}</span>,
    },
    { id: 'source', title: _(msg`How`), inList: 'detail', cell: ({ source }) => _(sources[source]) },
  ];
  if (!open) return columns;
  const actions: Column<BatchMember> = {
    id: 'actions',
    title: _(msg`Actions`),
    kind: 'actions',
    cell: (member) => (
      <RowMenu
        label={_(msg`Actions for ${member.fullName}`)}
        items={[
          ...(canMove
            ? [{ label: _(msg`Move`), icon: ArrowRightLeft, onSelect: () => open({ kind: 'move', member }) }]
            : []),
          {
            label: _(msg`Remove`),
            icon: UserMinus,
            isDestructive: true,
            onSelect: () => open({ kind: 'remove', member }),
          },
        ]}
      />
    ),
  };
  return [...columns, actions];
};

interface BatchMembersProps {
  courseId: string;
  batch: ManagedBatch;
  batches: readonly ManagedBatch[];
  mayEdit: boolean;
}

interface ToolsProps {
  params: { courseId: string; batchId: string };
  onAdd: (() => void) | undefined;
}

const Tools = ({ params, onAdd }: ToolsProps) => (
  <>
    {onAdd && (
      <Button tone="quiet" onClick={onAdd}>
        <UserRoundPlus size={18} aria-hidden="true" />
        <Trans>Add member</Trans>
      </Button>
    )}
    <ExportButton
      run={() => download('GET /courses/:courseId/batches/:batchId/members/export', 'members.csv', { params })}
      isFiltered={false}
    />
  </>
);

const Nobody = () => (
  <EmptyState>
    <Trans>Nobody is in this batch yet.</Trans>
  </EmptyState>
);

/** Who is in a batch. */
export function BatchMembers({ courseId, batch, batches, mayEdit }: BatchMembersProps) {
  const { t } = useLingui();
  const { timeZone } = useSite();
  const { edit } = useCoursePages();
  const language = useLanguage();
  const control = useTable();
  const [opened, setOpened] = useState<Opened | 'add'>();
  const params = { courseId, batchId: batch._id };
  const query = { search: control.search, limit: control.pageSize, offset: control.offset };
  const list = useQuery(
    endpointQuery(['batches', courseId], 'GET /courses/:courseId/batches/:batchId/members', { params, query }),
  );
  const others = batches.filter(({ _id, state }) => _id !== batch._id && state !== 'ended');
  const onClose = (): void => setOpened(undefined);
  return (
    <>
      <BackLink to={edit({ course: courseId, tab: 'batches' })} isQuiet>
        <Trans>Batches</Trans>
      </BackLink>
      <div className="mt-1 mb-4">
        <h2 className="text-title">{batch.name}</h2>
        <p className="meta">
          {stateWords(batch, language)} · {daysOf(batch, language)}
        </p>
      </div>
      <Table
        label={t`Members`}
        control={control}
        query={list}
        pageOf={({ members, total }) => ({ rows: members, total })}
        columns={columnsOf(timeZone, mayEdit ? setOpened : undefined, others.length > 0, language)}
        keyOf={({ _id }) => _id}
        failure={t`The members could not be loaded`}
        searchLabel={t`Search by name`}
        tools={
          <Tools params={params} onAdd={mayEdit && batch.state !== 'ended' ? () => setOpened('add') : undefined} />
        }
        empty={<Nobody />}
      />
      {opened === 'add' && <AddMember {...params} name={batch.name} onClose={onClose} />}
      {typeof opened === 'object' && opened.kind === 'move' && (
        <MoveDialog {...{ courseId, batch, others, onClose }} member={opened.member} />
      )}
      {typeof opened === 'object' && opened.kind === 'remove' && (
        <RemoveDialog {...{ courseId, batch, onClose }} member={opened.member} />
      )}
    </>
  );
}
