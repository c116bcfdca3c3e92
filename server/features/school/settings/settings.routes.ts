import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { OwnerSettings } from './settings.ts';

export const settingsRoutes = (implement: Implement, settings: OwnerSettings): void => {
  const saved = async () => ({ message: messages.settings.saved, settings: await settings.describe() });

  implement(api.settings.get, async () => ({
    message: messages.settings.fetched,
    settings: await settings.describe(),
  }));

  implement(api.settings.saveSchool, async ({ actor, body }) => {
    await settings.saveSchool(actor, body);
    return saved();
  });

  implement(api.settings.saveImage, async ({ actor, params, files }) => {
    await settings.saveImage(actor, params.image, files.file);
    return saved();
  });

  implement(api.settings.removeImage, async ({ actor, params }) => {
    await settings.removeImage(actor, params.image);
    return saved();
  });

  implement(api.settings.saveLook, async ({ actor, body }) => {
    await settings.saveLook(actor, body);
    return saved();
  });

  implement(api.settings.saveEmail, async ({ actor, body }) => {
    await settings.saveEmail(actor, body);
    return saved();
  });

  implement(api.settings.saveSeller, async ({ actor, body }) => {
    await settings.saveSeller(actor, body);
    return saved();
  });

  implement(api.settings.saveLimits, async ({ actor, body }) => {
    await settings.saveLimits(actor, body);
    return saved();
  });

  implement(api.settings.saveTeaching, async ({ actor, body }) => {
    await settings.saveTeaching(actor, body);
    return saved();
  });

  implement(api.settings.saveCommunity, async ({ actor, body }) => {
    await settings.saveCommunity(actor, body);
    return saved();
  });

  implement(api.settings.saveCertificates, async ({ actor, body }) => {
    await settings.saveCertificates(actor, body);
    return saved();
  });

  implement(api.settings.saveForum, async ({ actor, body }) => {
    await settings.saveForum(actor, body);
    return saved();
  });

  implement(api.settings.saveLogin, async ({ actor, body }) => {
    await settings.saveLogin(actor, body);
    return saved();
  });

  implement(api.settings.savePayments, async ({ actor, body }) => {
    await settings.savePayments(actor, body);
    return saved();
  });

  implement(api.settings.saveBackups, async ({ actor, body }) => {
    await settings.saveBackups(actor, body);
    return saved();
  });

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
