import { api } from '#contract/api.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Imports } from './import.ts';

export const importRoutes = (bind: Bind, imports: Imports): void => {
  bind(api.peopleImports, {
    create: async ({ actor, fields, files }) => ({
      import: await imports.create(actor.id, fields.fileName, files.file),
    }),
    read: async ({ params: { importId } }) => ({ import: await imports.read(importId) }),
    check: async ({ params: { importId }, body }) => ({ import: await imports.check(importId, body) }),
    run: async ({ params: { importId }, body }) => ({ import: await imports.run(importId, body.untilDay) }),
    faulty: async ({ params: { importId } }) => {
      const { columns, lines } = await imports.faultyLines(importId);
      return attachment('faulty-lines.csv', csvOf(columns, lines));
    },
  });
};
