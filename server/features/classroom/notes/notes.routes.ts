import { Readable } from 'node:stream';
import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { attachment } from '#server/http/file/attachment.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Notes } from './notes.ts';

export const notesRoutes = (implement: Implement, notes: Notes): void => {
  implement(api.notes.list, async ({ actor, params }) => ({
    message: messages.notes.fetched,
    notes: await notes.list(actor.id, params.lectureId),
  }));

  implement(api.notes.write, async ({ actor, params, body }) => ({
    message: messages.notes.saved,
    note: await notes.write(actor.id, params, body),
  }));

  implement(api.notes.remove, async ({ actor, params }) => {
    await notes.remove(actor.id, params);
    return { message: messages.notes.deleted };
  });

  implement(api.notes.listOfCourse, async ({ actor, params }) => ({
    message: messages.notes.fetched,
    ...(await notes.listOfCourse(actor, params.courseId)),
  }));

  implement(api.notes.export, async ({ actor, params }) =>
    attachment('notes.md', Readable.from(await notes.export(actor, params.courseId))),
  );
};
