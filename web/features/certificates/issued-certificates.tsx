import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Ban, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { certificates } from '#contract/certificates/certificates.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { allCertificatesQuery, certificatesOfQuery } from '#web/api/certificate-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useLettersHint } from '#web/ui/forms/use-letters-hint.ts';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { StateBadge } from '#web/ui/panel.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { type Column, useTable } from '#web/ui/table/use-table.ts';
import { formatShortDay } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type Listed = ResponseOf<'GET /courses/:courseId/certificates'>['certificates'][number];

const said = messages.certificates;
const tones = { valid: 'good', expired: 'waiting', revoked: 'bad', reissued: 'plain' } as const;

interface ChangeProps {
  certificate: Listed;
  onClose: () => void;
}

function RevokeDialog({ certificate: { code, holderName }, onClose }: ChangeProps) {
  const { t } = useLingui();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: certificates.revoke.body,
    defaults: { reason: '' },
    messages: { error: said.changeFailed, incomplete: said.reasonMissing },
    run: (body) => call('POST /admin/certificates/:code/revoke', { params: { code }, body }),
    onSuccess: () => onClose(),
    changes: ['certificates'],
  });
  return (
    <FormDialog
      title={t`Revoke the certificate of ${holderName}?`}
      lead={
        <p>
          <Trans>Its page says so, with the reason. The holder gets a notice.</Trans>
        </p>
      }
      confirmLabel={t`Revoke`}
      isDestructive
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextArea label={t`Reason`} rows={2} maxLength={300} data-first="" {...field('reason', said.reasonMissing)} />
    </FormDialog>
  );
}

function ReissueDialog({ certificate: { code, holderName }, onClose }: ChangeProps) {
  const { t } = useLingui();
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: certificates.reissue.body,
    defaults: { holderName },
    messages: { error: said.changeFailed, incomplete: said.nameMissing },
    run: (body) => call('POST /admin/certificates/:code/reissue', { params: { code }, body }),
    onSuccess: () => onClose(),
    changes: ['certificates'],
  });
  const lettersHint = useLettersHint(form.watch('holderName'));
  return (
    <FormDialog
      title={t`Issue the certificate of ${holderName} again?`}
      lead={
        <p>
          <Trans>It gets a new number, and the one before leads to it. The completion date stays.</Trans>
        </p>
      }
      confirmLabel={t`Issue again`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField label={t`Name`} data-first="" hint={lettersHint} {...field('holderName', said.nameMissing)} />
    </FormDialog>
  );
}

type Change = { kind: 'revoke' | 'reissue'; certificate: Listed };

const actionsOf = (change: (wanted: Change) => void, { _ }: Language): Column<Listed> => ({
  id: 'actions',
  title: _(msg`Actions`),
  kind: 'actions',
  cell: (certificate) =>
    certificate.state !== 'reissued' && (
      <RowMenu
        label={_(msg`Actions for the certificate of ${certificate.holderName}`)}
        items={[
          { label: _(msg`Issue again`), icon: RotateCcw, onSelect: () => change({ kind: 'reissue', certificate }) },
          ...(certificate.state === 'revoked'
            ? []
            : [
                {
                  label: _(msg`Revoke`),
                  icon: Ban,
                  isDestructive: true,
                  onSelect: () => change({ kind: 'revoke', certificate }),
                },
              ]),
        ]}
      />
    ),
});

const columnsIn = (timeZone: string, { _, locale }: Language): readonly Column<Listed>[] => [
  { id: 'name', title: _(msg`Name`), kind: 'name', cell: ({ holderName }) => <span dir="auto">{holderName}</span> },
  { id: 'code', title: _(msg`Number`), inList: 'detail', cell: ({ code }) => <span className="num">{code}</span> },
  {
    id: 'completed',
    title: _(msg`Completed`),
    from: 1024,
    cell: ({ completedAt }) => <span className="num">{formatShortDay(completedAt, timeZone, locale)}</span>,
  },
  {
    id: 'until',
    title: _(msg`Valid until`),
    from: 1280,
    cell: ({ validUntil }) => (
      <span className="num">{validUntil === null ? '–' : formatShortDay(validUntil, timeZone, locale)}</span>
    ),
  },
  {
    id: 'state',
    title: _(msg`State`),
    inList: 'status',
    cell: ({ state }) => <StateBadge label={_(said.states[state])} tone={tones[state]} />,
  },
];

const courseIn = ({ _ }: Language): Column<Listed> => ({
  id: 'course',
  title: _(msg`Course`),
  from: 1024,
  cell: ({ courseTitle }) => <span className="wrap-anywhere">{courseTitle}</span>,
});

/** The issued certificates of a course, or of the school; admins revoke them and issue them again. */
export function IssuedCertificates({ courseId }: { courseId: string | undefined }) {
  const { t } = useLingui();
  const language = useLanguage();
  const control = useTable();
  const { timeZone } = useSite();
  const isAdmin = useSession()?.role === 'ADMIN';
  const [change, setChange] = useState<Change>();
  const { search, pageSize: limit, offset } = control;
  const page = { search, limit, offset };
  const ofCourse = useQuery({ ...certificatesOfQuery(courseId ?? '', page), enabled: courseId !== undefined });
  const ofSchool = useQuery({ ...allCertificatesQuery(page), enabled: courseId === undefined });
  const query = courseId === undefined ? ofSchool : ofCourse;
  const close = () => setChange(undefined);
  return (
    <section aria-labelledby="issued-certificates">
      <h2 id="issued-certificates" className="mb-4 text-title">
        <Trans>Issued certificates</Trans>
      </h2>
      <Table
        label={t`Issued certificates`}
        control={control}
        query={query}
        pageOf={({ certificates: rows, total }) => ({ rows, total })}
        columns={[
          ...columnsIn(timeZone, language),
          ...(courseId === undefined ? [courseIn(language)] : []),
          ...(isAdmin ? [actionsOf(setChange, language)] : []),
        ]}
        keyOf={({ code }) => code}
        openAt={({ code }) => pathTo('certificate', { code })}
        searchLabel={t`Name or number`}
        failure={said.failure}
        empty={
          <EmptyState>
            <Trans>No certificate was issued yet.</Trans>
          </EmptyState>
        }
      />
      {change?.kind === 'revoke' && <RevokeDialog certificate={change.certificate} onClose={close} />}
      {change?.kind === 'reissue' && <ReissueDialog certificate={change.certificate} onClose={close} />}
    </section>
  );
}
