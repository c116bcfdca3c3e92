import { api } from '#contract/api.ts';
import { peopleMessages as messages } from '#contract/people-messages.ts';
import type { Actor } from '#server/http/actor.ts';
import { attachment } from '#server/http/attachment.ts';
import { csvOf } from '#server/http/csv.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import { importRoutes } from './import/import.routes.ts';
import type { People } from './people.ts';
import { personColumns } from './people-list.ts';

const originOf = (actor: Actor, { userId }: { userId: string }) => ({ adminId: actor.id, userId });

export const peopleRoutes = (implement: Implement, people: People): void => {
  const { list, readPerson, bulk, imports, changes } = people;
  importRoutes(implement, imports);

  implement(api.people.list, async ({ query, origin }) => ({
    message: messages.fetched,
    ...(await list.page(query, origin)),
  }));

  implement(api.people.exportCsv, ({ query: { userIds, ...filter }, origin }) => {
    const people = userIds === undefined ? list.all(filter, origin) : list.some(userIds.split(','), origin);
    return attachment('people.csv', csvOf(personColumns, people));
  });

  implement(api.people.bulk, async ({ actor, body }) => {
    const done = await bulk.run(actor.id, body.people, body.action);
    const queued = body.action.kind === 'block' ? messages.bulkBlockQueued : messages.bulkQueued;
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
