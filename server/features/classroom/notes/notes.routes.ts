import { Readable } from 'node:stream';
import { api } from '#contract/api.ts';
import { attachment } from '#server/http/file/attachment.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Notes } from './notes.ts';

export const notesRoutes = (bind: Bind, notes: Notes): void => {
  bind(api.notes, {
    list: async ({ actor, params }) => ({ notes: await notes.list(actor.id, params.lectureId) }),
    write: async ({ actor, params, body }) => ({ note: await notes.write(actor.id, params, body) }),
    remove: ({ actor, params, query }) => notes.remove(actor.id, params, query.since),
    listOfCourse: ({ actor, params }) => notes.listOfCourse(actor, params.courseId),
    export: async ({ actor, params }) =>
      attachment('notes.md', Readable.from(await notes.export(actor, params.courseId))),
  });
};
