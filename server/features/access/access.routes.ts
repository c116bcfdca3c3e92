import { api } from '#contract/api.ts';
import { peopleMessages } from '#contract/people/people-messages.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { CoursePeople } from './course-people.ts';

export const accessRoutes = (bind: Bind, people: CoursePeople): void => {
  bind(api.coursePeople, {
    list: async ({ params }) => ({ people: await people.list(params.courseId) }),
    add: async ({ actor, params, body }) => {
      const added = await people.add(actor.id, params.courseId, body);
      return {
        message: added.waitsForConfirmation ? peopleMessages.courseWaits : peopleMessages.courseAdded,
        ...added,
      };
    },
    remove: async ({ params }) => ({ people: await people.remove(params.courseId, params.userId) }),
  });
};
