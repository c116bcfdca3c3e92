import { api } from '#contract/api.ts';
import { peopleMessages } from '#contract/people/people-messages.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { CoursePeople } from './course-people.ts';
import type { ReleaseEditing } from './release-editing.ts';

export const accessRoutes = (bind: Bind, people: CoursePeople, release: ReleaseEditing): void => {
  bind(api.release, {
    read: async ({ params }) => ({ rules: await release.read(params.courseId) }),
    save: ({ actor, params, body }) => release.save(actor, params.courseId, body),
  });
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
