import { api } from '#contract/api.ts';
import { peopleMessages as messages } from '#contract/people/people-messages.ts';
import { fail } from '#server/errors.ts';
import { type Actor, mayRead } from '#server/http/endpoint/actor.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import { importRoutes } from './import/import.routes.ts';
import type { People } from './people.ts';
import { personColumns, seenBy } from './people-list.ts';

const originOf = (actor: Actor, { userId }: { userId: string }) => ({ adminId: actor.id, userId });

export const peopleRoutes = (bind: Bind, people: People): void => {
  const { list, readPerson, bulk, imports, changes } = people;
  const after = async (
    change: Promise<unknown>,
    { params, origin }: { params: { userId: string }; origin: string },
  ) => {
    await change;
    return { person: await list.one(params.userId, origin) };
  };
  importRoutes(bind, imports);

  bind(api.personChanges, {
    add: async ({ body, actor, origin }) => {
      const userId = await people.add(actor.id, body);
      return { person: await list.one(userId, origin) };
    },
    setNote: ({ params, body, actor }) => people.notes.set(originOf(actor, params), body.text),
    endSecondStep: (asked) => after(changes.endSecondStep(originOf(asked.actor, asked.params)), asked),
  });

  bind(api.people, {
    list: async ({ query, origin, actor: { key } }) => {
      // An order by amounts would say what they are.
      if (query.sort.endsWith('paid') && !mayRead(key, 'payments:read')) throw fail('forbidden');
      const { people: found, ...page } = await list.page(query, origin);
      return { ...page, people: found.map((person) => seenBy(person, key)) };
    },
    exportCsv: ({ query: { userIds, ...filter }, origin, actor: { key } }) => {
      const chosen = userIds === undefined ? list.all(filter, origin) : list.some(userIds.split(','), origin);
      const columns = personColumns.map(([title, cell]): (typeof personColumns)[number] => [
        title,
        (person) => cell(seenBy(person, key)),
      ]);
      return attachment('people.csv', csvOf(columns, chosen));
    },
    unconfirmed: async ({ query: { userIds, ...filter } }) => ({
      count: await bulk.countUnconfirmed(userIds === undefined ? { filter } : { userIds: userIds.split(',') }),
    }),
    bulk: async ({ actor, body }) => {
      const done = await bulk.run(actor.id, body.people, body.action);
      const queued = done.endedRenewals > 0 ? messages.bulkBlockQueued(done.endedRenewals) : messages.bulkQueued;
      return { message: done.isQueued ? queued : messages.bulkDone, ...done };
    },
    detail: async ({ params: { userId }, origin, actor: { key }, writer }) => ({
      detail: await readPerson(userId, { origin, key, write: await writer() }),
    }),
    block: async ({ params, body, actor, origin }) => {
      const endedRenewals = await changes.block(originOf(actor, params), body.reason);
      return { person: await list.one(params.userId, origin), endedRenewals };
    },
    unblock: (asked) => after(changes.unblock(originOf(asked.actor, asked.params)), asked),
    setRole: async ({ params, body: { role }, actor, origin }) => {
      await changes.setRole(originOf(actor, params), role);
      const message = role === 'ADMIN' ? messages.madeAdmin : messages.madeUser;
      return { message, person: await list.one(params.userId, origin) };
    },
    logOut: (asked) => after(changes.logOutEverywhere(originOf(asked.actor, asked.params)), asked),
    sendResetLink: (asked) => after(changes.sendResetLink(originOf(asked.actor, asked.params)), asked),
  });
};
