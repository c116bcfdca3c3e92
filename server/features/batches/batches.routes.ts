import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import { type Batches, memberColumns } from './batches.ts';
import { presentBatch } from './presenting.ts';

export const batchesRoutes = (
  bind: Bind,
  { managing, joining, waiting, members }: Batches,
  { policy, today }: { policy: Pick<CoursePolicy, 'may' | 'assertAdmin'>; today: () => Promise<string> },
): void => {
  bind(api.batches, {
    choices: async ({ params, findActor }) => joining.choices(params.courseId, await findActor()),
    list: async ({ params: { courseId }, actor }) => ({
      batches: await managing.list(courseId, { seesCodes: await policy.may(actor, 'edit', { courseId }) }),
    }),
    mine: async ({ actor }) => ({ batches: await joining.mine(actor) }),
    create: async ({ params, body }) => ({ batch: await managing.create(params.courseId, body) }),
    change: async ({ params, body }) => ({ batch: await managing.change(params, body) }),
    remove: ({ params }) => managing.remove(params),
    setCode: async ({ params, body, actor }) => {
      // It gives the course away, as a grant does.
      if (body.isOn && body.opensUntil !== null) await policy.assertAdmin(actor);
      return { code: await managing.setCode(params, body, actor.id) };
    },
    timetable: ({ params }) => managing.timetable(params),
    setTimetable: ({ params, body }) => managing.setTimetable(params, body),
    moveClass: ({ params, body }) => managing.moveClass(params, body),
    cancelClass: ({ params, body }) => managing.cancelClass(params, body.isCancelled),
    join: async ({ params, actor }) => ({ batch: await joining.join(actor.id, params) }),
    move: async ({ params, actor }) => {
      const row = await joining.move(actor.id, params, { source: 'member', reason: '' });
      return { batch: presentBatch(row, await today()) };
    },
    wait: ({ params, actor }) => waiting.wait(actor.id, params),
    waitNoMore: ({ params, actor }) => waiting.waitNoMore(actor.id, params.batchId),
    viewCode: async ({ params, findActor }) => joining.viewCode(params.token, await findActor()),
    joinByCode: ({ params, actor }) => joining.joinByCode(actor, params.token),
  });

  bind(api.batchMembers, {
    list: ({ params, query, actor, origin }) => members.list(params, query, { actor, origin }),
    exportCsv: async ({ params }) => attachment('members.csv', csvOf(memberColumns, await members.all(params))),
    add: ({ params, body }) => joining.add(params, body.userId),
    move: ({ params, body }) => members.move(params.userId, params, body),
    remove: ({ params, body, actor }) =>
      joining.remove(params.userId, params, { reason: body.reason, removedBy: actor.id }),
    ofPerson: async ({ params }) => ({ batches: await members.ofPerson(params.userId) }),
  });
};
