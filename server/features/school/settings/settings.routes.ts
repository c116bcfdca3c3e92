import { api } from '#contract/api.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { SettingValues } from '#server/settings/sections.ts';
import type { OwnerSettings, PlainSection } from './settings.ts';

export const settingsRoutes = (bind: Bind, settings: OwnerSettings): void => {
  const describe = async () => ({ settings: await settings.describe() });

  const saves =
    <Body>(change: (actor: Actor, body: Body) => Promise<void>) =>
    async ({ actor, body }: { actor: Actor; body: Body }) => {
      await change(actor, body);
      return describe();
    };

  const savesPlain = <S extends PlainSection>(section: S) =>
    saves((actor, values: SettingValues[S]) => settings.saveSection(actor, section, values));

  bind(api.settings, {
    get: describe,
    saveSchool: saves(settings.saveSchool),
    saveImage: async ({ actor, params, files }) => {
      await settings.saveImage(actor, params.image, files.file);
      return describe();
    },
    removeImage: async ({ actor, params }) => {
      await settings.removeImage(actor, params.image);
      return describe();
    },
    saveLook: savesPlain('look'),
    saveLanguages: saves(settings.saveLanguages),
    saveEmail: saves(settings.saveEmail),
    saveSeller: savesPlain('seller'),
    saveWays: savesPlain('ways'),
    saveLimits: saves(settings.saveLimits),
    saveTeaching: savesPlain('teaching'),
    saveCommunity: saves(settings.saveCommunity),
    saveCertificates: saves(settings.saveCertificates),
    saveForum: saves(settings.saveForum),
    saveLogin: saves(settings.saveLogin),
    savePayments: saves(settings.savePayments),
    saveBackups: saves(settings.saveBackups),
    testBackups: async ({ body }) => ({ found: await settings.testBackups(body) }),
    checkKeys: async ({ body, writer }) => ({ found: await settings.checkKeys(body, await writer()) }),
    webhook: async () => ({ webhook: await settings.webhook() }),
    testEmail: ({ actor }) => settings.testEmail(actor),
  });
};
