import { api } from '#contract/api.ts';
import { peopleMessages } from '#contract/people/people-messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { CoursePeople } from './course-people.ts';

export const accessRoutes = (implement: Implement, people: CoursePeople): void => {
  implement(api.coursePeople.list, async ({ params }) => ({
    message: peopleMessages.ofCourse,
    people: await people.list(params.courseId),
  }));

  implement(api.coursePeople.add, async ({ actor, params, body }) => {
    const added = await people.add(actor.id, params.courseId, body);
    return { message: added.waitsForConfirmation ? peopleMessages.courseWaits : peopleMessages.courseAdded, ...added };
  });

  implement(api.coursePeople.remove, async ({ params }) => ({
    message: peopleMessages.courseRemoved,
    people: await people.remove(params.courseId, params.userId),
  }));
};
