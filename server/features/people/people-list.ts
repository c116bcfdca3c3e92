import type { z } from 'zod';
import { ENDING_SOON_DAYS } from '#contract/access/rights.ts';
import type { ListedPerson, PersonSort, PersonStatus } from '#contract/people/people.ts';
import type { Present } from '#server/database/access-state.ts';
import { DAY_MS, toInstant, toInstantOrNull } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { Column } from '#server/http/file/csv.ts';
import { type Actor, mayRead } from '#server/http/endpoint/actor.ts';
import { toDecimal } from '#server/money.ts';
import type { Platform } from '#server/platform.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import {
  countMatching,
  countPeople,
  findFew,
  firstToEnd,
  lastSeen,
  pageOfPeople,
  type PeopleCounts,
  type PeopleFilter,
  peopleAfter,
  peopleRows,
  type PersonRow,
} from './people-list.queries.ts';

type Listed = z.input<typeof ListedPerson>;
type Access = Listed['access'];

const BATCH = 500;

export interface PeopleListNeeds {
  /** Whose purchases count: those with test money, or real ones. */
  mode: () => Promise<Present['mode']>;
  /** Whom the reference of a payment, an order or a receipt is about; undefined for what is none. */
  peopleOf: (reference: string) => Promise<string[] | undefined>;
  /** What people have, until when, and through what, by their ids. */
  accessOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Access>>;
  /** How much of the courses that people began they have watched, and when last, by their ids. */
  watchingOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, { percent: number; lastAt: number }>>;
}

export interface PeoplePage extends PeopleFilter {
  sort: PersonSort;
  limit: number;
  offset: number;
}

/** All people with an account, for admins. */
export interface PeopleList {
  page(query: PeoplePage, origin: string): Promise<PageOfPeople>;
  /** By name. */
  find(search: string, limit: number): Promise<Pick<Listed, '_id' | 'fullName' | 'email' | 'access'>[]>;
  /** How many people have which access. */
  count(): Promise<PeopleCounts>;
  /** How many have access that ends soon, and whose ends first. */
  ending(): Promise<{ count: number; names: string[] }>;
  /** Throws `person_not_found`. */
  one(userId: string, origin: string): Promise<Listed>;
  /** All people of a filter by name, read a few hundred at a time. */
  all(filter: PeopleFilter, origin: string): AsyncGenerator<Listed>;
  some(userIds: readonly string[], origin: string): AsyncGenerator<Listed>;
  /** As `all`, but the ids alone, in batches. */
  idsOf(filter: PeopleFilter): AsyncGenerator<string[]>;
}

export interface PageOfPeople extends PeopleCounts {
  people: Listed[];
  total: number;
}

/** What `accessUntil` says of access for life. */
const FOR_LIFE = '9999-12-31T00:00:00.000Z';

const NOTHING: Access = { state: 'none', rights: [] };

const OF_ADMIN: Access = {
  state: 'active',
  rights: [
    {
      scope: 'everything',
      title: null,
      until: null,
      renews: false,
      source: 'admin',
      planName: null,
      since: null,
      pausedSince: null,
    },
  ],
};

const accessOfRow = (row: PersonRow, found: Access = NOTHING): Access => {
  if (row.blocked_at !== null) return { ...found, state: 'none' };
  return row.role === 'ADMIN' ? OF_ADMIN : found;
};

const statusOf = (row: PersonRow, { state }: Access): PersonStatus => {
  if (row.blocked_at !== null) return 'blocked';
  if (row.role === 'ADMIN') return 'admin';
  if (state === 'none') return row.is_refunded === 1 ? 'refunded' : 'never_bought';
  return ({ active: 'active', ending: 'ending_soon', ended: 'expired' } as const)[state];
};

/** "All courses until 2027-05-12T…; First bowl, for life". */
const inWords = ({ rights }: Access): string =>
  rights
    .map(({ title, until }) => `${title ?? 'All courses'}${until === null ? ', for life' : ` until ${until}`}`)
    .join('; ');

/** Sessions end, and progress stays. */
const latest = (...moments: (number | undefined)[]): number | undefined => {
  const known = moments.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};

/** The columns of the export. */
export const personColumns: readonly Column<Listed>[] = [
  ['Name', (person) => person.fullName],
  ['Email', (person) => person.email],
  ['Access', ({ access }) => access.state],
  ['Has', ({ access }) => inWords(access)],
  ['Plan', (person) => person.plan],
  ['Role', (person) => person.role],
  ['Access until', ({ accessUntil }) => (accessUntil === FOR_LIFE ? 'for life' : accessUntil)],
  ['Paid', (person) => (person.paidInPaise === null ? null : toDecimal(person.paidInPaise))],
  ['Watched %', (person) => (person.watchedPercent === null ? null : String(person.watchedPercent))],
  ['Last seen', (person) => person.lastSeenAt],
  ['Joined', (person) => person.createdAt],
  ['Id', (person) => person._id],
];

/** What a caller may see of a person: an API key without `payments:read` sees no amounts. */
export const seenBy = (person: Listed, key: Actor['key']): Listed =>
  mayRead(key, 'payments:read') ? person : { ...person, paidInPaise: null };

/** How many a filter without a search has, where that is counted already. */
const knownCount = (
  { access, account, status, planId }: Omit<PeopleFilter, 'search'>,
  { counts, accounts }: PeopleCounts,
): number | undefined => {
  if (planId !== undefined || status !== undefined || (access !== undefined && account !== undefined)) return undefined;
  if (access !== undefined) return counts[access];
  return account === undefined ? accounts.all : accounts[account === 'admin' ? 'admins' : account];
};

export const createPeopleList = (
  { database, clock }: Platform,
  { mode, peopleOf, accessOf, watchingOf }: PeopleListNeeds,
): PeopleList => {
  const { db } = database;

  const present = async (): Promise<Present> => {
    const now = clock.now();
    return { mode: await mode(), now, soonUntil: now + ENDING_SOON_DAYS * DAY_MS };
  };

  /** The people with these ids who still have an account, in the order of the ids. */
  const show = async (ids: readonly string[], at: Present, origin: string): Promise<Listed[]> => {
    if (ids.length === 0) return [];
    const rows = new Map((await peopleRows(db, ids, at)).map((row) => [row.id, row]));
    const [seen, watched, accesses] = [await lastSeen(db, ids), await watchingOf(ids), await accessOf(ids)];
    return ids.flatMap((id) => {
      const row = rows.get(id);
      if (!row) return [];
      const access = accessOfRow(row, accesses.get(id));
      // An admin's own purchases are still those of before.
      const [longest] = row.role === 'ADMIN' ? [] : access.rights;
      return {
        _id: id,
        fullName: row.full_name,
        email: row.email,
        // A row of another program may say anything.
        role: row.role,
        avatar: { secure_url: row.avatar_key === null ? null : fileUrl(origin, row.avatar_key) },
        access,
        status: statusOf(row, access),
        plan: longest?.planName ?? null,
        accessUntil: longest ? (longest.until ?? FOR_LIFE) : null,
        paidInPaise: row.paid_in_paise ?? 0,
        watchedPercent: watched.get(id)?.percent ?? null,
        lastSeenAt: toInstantOrNull(latest(seen.get(id), watched.get(id)?.lastAt)),
        blockedAt: toInstantOrNull(row.blocked_at),
        createdAt: toInstant(row.created_at),
      };
    });
  };

  /** A reference in place of a name finds its people. */
  const withReference = async (filter: PeopleFilter): Promise<PeopleFilter> => {
    const ids = filter.search === '' ? undefined : await peopleOf(filter.search);
    return ids === undefined ? filter : { ...filter, search: '', ids };
  };

  async function* idsOf(searched: PeopleFilter): AsyncGenerator<string[]> {
    const [filter, at] = [await withReference(searched), await present()];
    let last: { id: string; name: string } | undefined;
    do {
      const batch = await peopleAfter(db, { filter, present: at }, { last, limit: BATCH });
      if (batch.length > 0) yield batch.map(({ id }) => id);
      last = batch.length === BATCH ? batch.at(-1) : undefined;
    } while (last);
  }

  return {
    idsOf,

    page: async ({ sort, limit, offset, ...searched }, origin) => {
      const [filter, at] = [await withReference(searched), await present()];
      const counted = await countPeople(db, at);
      const { search, same, ids: named, ...chosen } = filter;
      const listed = knownCount(chosen, counted) ?? (await countMatching(db, { ...chosen, search: '' }, at));
      const [total, ids] = await Promise.all([
        search === '' && same === undefined && named === undefined ? listed : countMatching(db, filter, at),
        pageOfPeople(db, { filter, present: at, sort, expected: listed }, { limit, offset }),
      ]);
      return { people: await show(ids, at, origin), total, ...counted };
    },

    find: async (search, limit) => {
      const rows = await findFew(db, await present(), { search, ids: await peopleOf(search), limit });
      const accesses = await accessOf(rows.map(({ id }) => id));
      return rows.map((row) => ({
        _id: row.id,
        fullName: row.full_name,
        email: row.email,
        access: accessOfRow(row, accesses.get(row.id)),
      }));
    },

    count: async () => countPeople(db, await present()),

    ending: async () => firstToEnd(db, await present()),

    one: async (userId, origin) => {
      const [person] = await show([userId], await present(), origin);
      if (!person) throw fail('person_not_found');
      return person;
    },

    all: async function* all(filter, origin) {
      const at = await present();
      for await (const ids of idsOf(filter)) yield* await show(ids, at, origin);
    },

    some: async function* some(userIds, origin) {
      yield* await show(userIds, await present(), origin);
    },
  };
};
