import { api } from '#contract/api.ts';
import { attachment } from '#server/http/file/attachment.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { PersonalData } from './personal-data.ts';

export const personalDataRoutes = (bind: Bind, { mine, exporting, deletion, bring }: PersonalData): void => {
  bind(api.personalData, {
    mine: ({ actor }) => mine(actor.id),
    requestExport: async ({ actor }) => ({ export: await exporting.request(actor.id) }),
    download: async ({ actor, params }) => attachment('my-data.zip', await exporting.open(actor.id, params.exportId)),
    bring: ({ actor, fields, files }) =>
      bring(actor, files.file, {
        takesName: fields.takesName === 'true',
        takesPicture: fields.takesPicture === 'true',
      }),
    requestDeletion: async ({ actor, body }) => ({
      deletion: await deletion.request(actor.id, { id: actor.id, reason: '' }, body),
    }),
    takeBack: ({ actor }) => deletion.takeBack(actor.id),
    deletions: async () => ({ deletions: await deletion.list() }),
    deletePerson: async ({ actor, params, body }) => ({
      deletion: await deletion.request(params.userId, { id: actor.id, reason: body.reason }, body),
    }),
    keepPerson: async ({ params }) => {
      await deletion.assertExists(params.userId);
      await deletion.takeBack(params.userId);
    },
  });
};
