import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { attachment } from '#server/http/file/attachment.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { PersonalData } from './personal-data.ts';

const words = messages.personalData;

export const personalDataRoutes = (implement: Implement, { mine, exporting, deletion, bring }: PersonalData): void => {
  implement(api.personalData.mine, async ({ actor }) => ({ message: words.fetched, ...(await mine(actor.id)) }));

  implement(api.personalData.requestExport, async ({ actor }) => ({
    message: words.requested,
    export: await exporting.request(actor.id),
  }));

  implement(api.personalData.download, async ({ actor, params }) =>
    attachment('my-data.zip', await exporting.open(actor.id, params.exportId)),
  );

  implement(api.personalData.bring, async ({ actor, fields, files }) => ({
    message: words.brought,
    ...(await bring(actor, files.file, {
      takesName: fields.takesName === 'true',
      takesPicture: fields.takesPicture === 'true',
    })),
  }));

  implement(api.personalData.requestDeletion, async ({ actor, body }) => ({
    message: words.planned,
    deletion: await deletion.request(actor.id, { id: actor.id, reason: '' }, body),
  }));

  implement(api.personalData.takeBack, async ({ actor }) => {
    await deletion.takeBack(actor.id);
    return { message: words.takenBack };
  });

  implement(api.personalData.deletions, async () => ({
    message: words.listFetched,
    deletions: await deletion.list(),
  }));

  implement(api.personalData.deletePerson, async ({ actor, params, body }) => ({
    message: words.planned,
    deletion: await deletion.request(params.userId, { id: actor.id, reason: body.reason }, body),
  }));

  implement(api.personalData.keepPerson, async ({ params }) => {
    await deletion.assertExists(params.userId);
    await deletion.takeBack(params.userId);
    return { message: words.personKept };
  });
};
