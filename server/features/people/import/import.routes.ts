import { api } from '#contract/api.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Imports } from './import.ts';

export const importRoutes = (bind: Bind, imports: Imports): void => {
  bind(api.peopleImports, {
    create: async ({ actor, fields, files, writer }) => ({
      import: await imports.create(actor.id, { name: fields.fileName, path: files.file.path }, await writer()),
    }),
    read: async ({ params: { importId }, writer }) => ({ import: await imports.read(importId, await writer()) }),
    check: async ({ params: { importId }, body, writer }) => ({
      import: await imports.check(importId, body, await writer()),
    }),
    run: async ({ params: { importId }, body, writer }) => ({
      import: await imports.run(importId, body.untilDay, await writer()),
    }),
    faulty: async ({ params: { importId } }) => {
      const { columns, lines } = await imports.faultyLines(importId);
      return attachment('faulty-lines.csv', csvOf(columns, lines));
    },
  });
};
