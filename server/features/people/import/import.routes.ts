import { api } from '#contract/api.ts';
import { peopleMessages } from '#contract/people/people-messages.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Imports } from './import.ts';

const { imports: messages } = peopleMessages;

export const importRoutes = (implement: Implement, imports: Imports): void => {
  implement(api.peopleImports.create, async ({ actor, fields, files }) => ({
    message: messages.received,
    import: await imports.create(actor.id, fields.fileName, files.file),
  }));

  implement(api.peopleImports.read, async ({ params: { importId } }) => ({
    message: messages.fetched,
    import: await imports.read(importId),
  }));

  implement(api.peopleImports.check, async ({ params: { importId }, body }) => ({
    message: messages.checked,
    import: await imports.check(importId, body),
  }));

  implement(api.peopleImports.run, async ({ params: { importId }, body }) => ({
    message: messages.started,
    import: await imports.run(importId, body.untilDay),
  }));

  implement(api.peopleImports.faulty, async ({ params: { importId } }) => {
    const { columns, lines } = await imports.faultyLines(importId);
    return attachment('faulty-lines.csv', csvOf(columns, lines));
  });
};
