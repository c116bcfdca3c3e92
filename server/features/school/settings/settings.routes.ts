import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { OwnerSettings } from './settings.ts';

export const settingsRoutes = (implement: Implement, settings: OwnerSettings): void => {
  const saved = async () => ({ message: messages.settings.saved, settings: await settings.describe() });

  const saves =
    <Body>(change: (actor: Actor, body: Body) => Promise<void>) =>
    async ({ actor, body }: { actor: Actor; body: Body }) => {
      await change(actor, body);
      return saved();
    };

  implement(api.settings.get, async () => ({
    message: messages.settings.fetched,
    settings: await settings.describe(),
  }));

  implement(api.settings.saveSchool, saves(settings.saveSchool));
  implement(api.settings.saveImage, async ({ actor, params, files }) => {
    await settings.saveImage(actor, params.image, files.file);
    return saved();
  });

  implement(api.settings.removeImage, async ({ actor, params }) => {
    await settings.removeImage(actor, params.image);
    return saved();
  });

  implement(api.settings.saveLook, saves(settings.saveLook));
  implement(api.settings.saveEmail, saves(settings.saveEmail));
  implement(api.settings.saveSeller, saves(settings.saveSeller));
  implement(api.settings.saveLimits, saves(settings.saveLimits));
  implement(api.settings.saveTeaching, saves(settings.saveTeaching));
  implement(api.settings.saveCommunity, saves(settings.saveCommunity));
  implement(api.settings.saveCertificates, saves(settings.saveCertificates));
  implement(api.settings.saveForum, saves(settings.saveForum));
  implement(api.settings.saveLogin, saves(settings.saveLogin));
  implement(api.settings.savePayments, saves(settings.savePayments));
  implement(api.settings.saveBackups, saves(settings.saveBackups));
  implement(api.settings.testBackups, async ({ body }) => ({
    message: messages.backups.testing,
    found: await settings.testBackups(body),
  }));

  implement(api.settings.checkKeys, async ({ body }) => ({
    message: messages.settings.keysChecked,
    found: await settings.checkKeys(body),
  }));

  implement(api.settings.webhook, async () => ({
    message: messages.settings.fetched,
    webhook: await settings.webhook(),
  }));

  implement(api.settings.testEmail, async ({ actor }) => ({
    message: messages.settings.testSent,
    ...(await settings.testEmail(actor)),
  }));
};
