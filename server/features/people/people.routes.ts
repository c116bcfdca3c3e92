import { api } from '#contract/api.ts';
import { peopleMessages as messages } from '#contract/people/people-messages.ts';
import { fail } from '#server/errors.ts';
import { type Actor, mayRead } from '#server/http/endpoint/actor.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import { importRoutes } from './import/import.routes.ts';
import type { People } from './people.ts';
import { personColumns, seenBy } from './people-list.ts';

const originOf = (actor: Actor, { userId }: { userId: string }) => ({ adminId: actor.id, userId });

export const peopleRoutes = (implement: Implement, people: People): void => {
  const { list, readPerson, bulk, imports, changes } = people;
  importRoutes(implement, imports);

  implement(api.people.list, async ({ query, origin, actor: { key } }) => {
    // An order by amounts would say what they are.
    if (query.sort.endsWith('paid') && !mayRead(key, 'payments:read')) throw fail('forbidden');
    const { people: found, ...page } = await list.page(query, origin);
    return { message: messages.fetched, ...page, people: found.map((person) => seenBy(person, key)) };
  });

  implement(api.people.exportCsv, ({ query: { userIds, ...filter }, origin, actor: { key } }) => {
    const chosen = userIds === undefined ? list.all(filter, origin) : list.some(userIds.split(','), origin);
    const columns = personColumns.map(([title, cell]): (typeof personColumns)[number] => [
      title,
      (person) => cell(seenBy(person, key)),
    ]);
    return attachment('people.csv', csvOf(columns, chosen));
  });

  implement(api.people.unconfirmed, async ({ query: { userIds, ...filter } }) => ({
    message: messages.unconfirmed,
    count: await bulk.countUnconfirmed(userIds === undefined ? { filter } : { userIds: userIds.split(',') }),
  }));

  implement(api.people.bulk, async ({ actor, body }) => {
    const done = await bulk.run(actor.id, body.people, body.action);
    const queued = done.endedRenewals > 0 ? messages.bulkBlockQueued(done.endedRenewals) : messages.bulkQueued;
    return { message: done.isQueued ? queued : messages.bulkDone, ...done };
  });

  implement(api.people.detail, async ({ params: { userId }, origin, actor }) => ({
    message: messages.personFetched,
    detail: await readPerson(userId, origin, actor.key),
  }));

  implement(api.personChanges.add, async ({ body, actor, origin }) => {
    const userId = await people.add(actor.id, body);
    return { message: messages.added, person: await list.one(userId, origin) };
  });

  implement(api.personChanges.setNote, async ({ params, body, actor }) => {
    await people.notes.set(originOf(actor, params), body.text);
    return { message: messages.noteSaved };
  });

  implement(api.people.block, async ({ params, body, actor, origin }) => {
    const endedRenewals = await changes.block(originOf(actor, params), body.reason);
    return { message: messages.blocked, person: await list.one(params.userId, origin), endedRenewals };
  });

  implement(api.people.unblock, async ({ params, actor, origin }) => {
    await changes.unblock(originOf(actor, params));
    return { message: messages.unblocked, person: await list.one(params.userId, origin) };
  });

  implement(api.people.setRole, async ({ params, body: { role }, actor, origin }) => {
    await changes.setRole(originOf(actor, params), role);
    const message = role === 'ADMIN' ? messages.madeAdmin : messages.madeUser;
    return { message, person: await list.one(params.userId, origin) };
  });

  implement(api.personChanges.endSecondStep, async ({ params, actor, origin }) => {
    await changes.endSecondStep(originOf(actor, params));
    return { message: messages.secondStepEnded, person: await list.one(params.userId, origin) };
  });

  implement(api.people.logOut, async ({ params, actor, origin }) => {
    await changes.logOutEverywhere(originOf(actor, params));
    return { message: messages.loggedOut, person: await list.one(params.userId, origin) };
  });

  implement(api.people.sendResetLink, async ({ params, actor, origin }) => {
    await changes.sendResetLink(originOf(actor, params));
    return { message: messages.resetSent, person: await list.one(params.userId, origin) };
  });
};
