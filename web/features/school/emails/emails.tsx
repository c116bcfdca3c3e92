import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import type { EmailEntry, EmailSort } from '#contract/school/emails.ts';
import { download } from '#web/api/call.ts';
import { emailsQuery } from '#web/api/school-queries.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { NoMailServer } from '#web/ui/no-mail-server.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { formatMoment } from '#contract/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type Column, useTable } from '#web/ui/table/use-table.ts';
import { Table } from '#web/ui/table/table.tsx';
import { ExportButton } from '#web/ui/table/export.tsx';
import { pathTo } from '#web/app/path-to.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const lead = (isUsed: boolean, { _ }: Language): string =>
  isUsed
    ? _(msg`Emails are stored here instead of being sent.`)
    : _(
        msg`Emails are sent through your mail server, and their texts are not kept. Those that were not sent were stored before it was set up.`,
      );

const columns = (timeZone: string, { _, locale }: Language): readonly Column<EmailEntry>[] => [
  { id: 'subject', title: _(msg`Subject`), kind: 'name', sort: 'ascending', cell: ({ subject }) => subject },
  {
    id: 'to',
    title: _(msg({ context: 'email', message: 'To' })),
    inList: 'detail',
    cell: ({ to }) => <span className="wrap-anywhere">{to}</span>,
  },
  {
    id: 'sent',
    title: _(msg`Date`),
    kind: 'number',
    sort: 'descending',
    inList: 'detail',
    cell: ({ sentAt, isStored }) => (
      <>
        <span className="whitespace-nowrap">{formatMoment(sentAt, timeZone, locale)}</span>
        {isStored && (
          <span className="meta block">
            <Trans>Not sent</Trans>
          </span>
        )}
      </>
    ),
  },
];

const sorts: readonly EmailSort[] = ['sent', '-sent', 'subject', '-subject'];

export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const { timeZone } = useSite();
  const control = useTable();
  const sort = sorts.find((known) => known === control.sort) ?? '-sent';
  const { search, pageSize: limit, offset } = control;
  const query = useQuery(emailsQuery({ search, sort, limit, offset }));
  const { data } = query;
  return (
    <div className="page py-8 lg:py-10">
      <PageHeading>
        <Trans>Emails</Trans>
      </PageHeading>
      <div className="mt-2 mb-7 min-h-[5.1rem] sm:min-h-[3.4rem]">
        <p className="measure text-muted">{data ? lead(data.isUsed, language) : t`Emails from your school`}</p>
        <NoMailServer />
      </div>
      <Table
        label={t`Emails`}
        control={control}
        query={query}
        pageOf={({ mails: emails, total }) => ({ rows: emails, total })}
        columns={columns(timeZone, language)}
        keyOf={({ _id, to }) => `${_id} ${to}`}
        openAt={({ _id, isStored }) => (isStored ? pathTo('email', { emailId: _id }) : undefined)}
        failure={messages.emails.error}
        searchLabel={t`Search by subject or address`}
        tools={
          <ExportButton
            run={() => download('GET /admin/outbox/export', 'emails.csv', { query: { search, sort } })}
            isFiltered={search !== ''}
          />
        }
        empty={
          <EmptyState
            action={
              data?.isUsed === true && (
                <LinkButton to={pathTo('emailSettings')}>
                  <Trans>Set up email</Trans>
                </LinkButton>
              )
            }
          >
            <Trans>No emails yet. The first one appears when a person signs up or sends a message.</Trans>
          </EmptyState>
        }
      />
    </div>
  );
}
