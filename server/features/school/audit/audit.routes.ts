import { Readable } from 'node:stream';
import { api } from '#contract/api.ts';
import type { AuditEvent } from '#contract/school/audit.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { type Column, csvOf } from '#server/http/file/csv.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Audit } from './audit.ts';

const columns: readonly Column<AuditEvent>[] = [
  ['Time', ({ at }) => at],
  ['Kind', ({ kind }) => kind],
  ['Event', ({ text, name }) => (name === null ? text : `${text}: ${name}`)],
  ['By', ({ actor }) => (actor.kind === 'system' ? actor.kind : actor.name)],
  ['By id', ({ actor }) => actor.userId],
  ['About', ({ person }) => person?.name ?? null],
  ['Course', ({ course }) => course?.title ?? null],
  ['Address', ({ address }) => address],
  ['Browser', ({ browser }) => browser],
  ['Times', ({ times }) => String(times)],
  [
    'Changes',
    ({ changes }) =>
      changes
        .map(({ field, before, after }) => `${field}: ${before === null ? '' : `${before} → `}${after ?? ''}`)
        .join('\n'),
  ],
];

async function* linesOf(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`;
}

export const auditRoutes = (bind: Bind, audit: Audit): void => {
  bind(api.audit, {
    list: async ({ query, writer }) => audit.list({ ...query, write: await writer() }),
    exportCsv: ({ query }) => attachment('audit.csv', csvOf(columns, audit.all(query))),
    exportLines: ({ query }) => attachment('audit.jsonl', Readable.from(linesOf(audit.all(query)))),
    own: async ({ actor, query, writer }) => audit.own(actor.id, { ...query, write: await writer() }),
  });
};
