import { z } from 'zod';
import { deviceSaid } from '#contract/accounts/device-name.ts';
import type { Write } from '#contract/languages/say.ts';
import type { AuditEvent } from '#contract/school/audit.ts';
import { type AuditGroup, describeEvent, kindsInGroups } from '#contract/school/audit-events.ts';
import { sweepAuditDaily } from './retention.ts';
import { fieldsOf } from '#server/audit/fields.ts';
import { DAY_MS, toInstant } from '#server/clock.ts';
import { inEnglish } from '#server/languages.ts';
import type { Platform } from '#server/platform.ts';
import { countEvents, type EventFilter, type EventRow, eventsAfter, pageOfEvents } from './audit.queries.ts';

const BATCH = 500;
const MAX_EXPORTED = 100_000;

const Values = z.record(z.string(), z.unknown());
const Named = z.object({ name: z.string().optional(), section: z.string().optional() });

/** Of an account, for its user. */
const ownKinds = [...kindsInGroups(['logins', 'accounts']), 'deletion_planned', 'deletion_taken_back'] as const;

const valuesOf = (json: string | null): Record<string, unknown> => Values.parse(JSON.parse(json ?? '{}'));

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(asText).join(', ');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${asText(part)}`)
    .join(', ');
};

/** Values before and after, and the reason; without values, the facts of the event. */
const changesOf = (row: EventRow): AuditEvent['changes'] => {
  const before = valuesOf(row.before_values);
  const after = valuesOf(row.after_values);
  const { request: _request, ids: _ids, name: _name, ...detail } = valuesOf(row.detail);
  const { reason } = detail;
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const facts = fields.size === 0 ? detail : { ...(reason !== undefined && !fields.has('reason') && { reason }) };
  return [
    ...[...fields].map((field) => ({
      field,
      before: field in before ? asText(before[field]) : null,
      after: field in after ? asText(after[field]) : null,
    })),
    ...Object.entries(fieldsOf(facts)).map(([field, value]) => ({ field, before: null, after: asText(value) })),
  ];
};

/** Of what changed; of settings, their section. */
const nameOf = (row: EventRow): string | null => {
  const { name, section } = Named.parse(JSON.parse(row.detail));
  return name ?? section ?? null;
};

const present = (row: EventRow, write: Write): AuditEvent => {
  const isPerson = row.actor_kind === 'person';
  const { group, text } = describeEvent(row.kind);
  return {
    _id: row.id,
    at: toInstant(row.at),
    kind: row.kind,
    group,
    text: write(text),
    name: nameOf(row),
    actor: {
      kind: row.actor_kind,
      name: row.actor_name ?? row.key_name ?? '',
      userId: isPerson && row.actor_name !== null ? row.actor_id : null,
    },
    person: row.user_id !== null && row.person_name !== null ? { _id: row.user_id, name: row.person_name } : null,
    course:
      row.course_id !== null && row.course_title !== null ? { _id: row.course_id, title: row.course_title } : null,
    address: row.address,
    browser: row.browser === null ? null : write(deviceSaid(row.browser)),
    times: row.times,
    changes: changesOf(row),
  };
};

export interface AuditQuery extends Pick<EventFilter, 'search' | 'person' | 'course'> {
  group?: AuditGroup | undefined;
  days?: number | undefined;
}

interface AskedPage {
  limit: number;
  offset: number;
  write: Write;
}

/** Who did what, for admins; and for each user what concerns their own account. */
export const createAudit = (platform: Platform) => {
  const { database, clock } = platform;
  const { db } = database;
  sweepAuditDaily(platform);

  const filterOf = ({ group, days, ...query }: AuditQuery): EventFilter => ({
    ...query,
    kinds: group && kindsInGroups([group]),
    since: days === undefined ? undefined : clock.now() - days * DAY_MS,
  });

  const page = async (filter: EventFilter, { write, ...part }: AskedPage) => ({
    events: (await pageOfEvents(db, filter, part)).map((row) => present(row, write)),
    total: await countEvents(db, filter),
  });

  return {
    list: ({ limit, offset, write, ...query }: AuditQuery & AskedPage) =>
      page(filterOf(query), { limit, offset, write }),

    own: (userId: string, part: AskedPage) => page({ search: '', account: userId, kinds: ownKinds }, part),

    all: async function* all(query: AuditQuery): AsyncGenerator<AuditEvent> {
      const filter = filterOf(query);
      let last: EventRow | undefined;
      for (let count = 0; count < MAX_EXPORTED; count += BATCH) {
        const batch = await eventsAfter(db, filter, last, BATCH);
        for (const row of batch) yield present(row, inEnglish);
        last = batch.at(-1);
        if (batch.length < BATCH) return;
      }
    },
  };
};

export type Audit = ReturnType<typeof createAudit>;
