import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import type { AllSettings, SecretState } from '#contract/settings.ts';
import type { Config } from '#server/config.ts';
import { OperatorError } from '#server/errors.ts';
import type { SecretSealing } from './sealed-secret.ts';
import { readSmtpUrl, toSmtpUrl } from './smtp-url.ts';
import {
  defaults,
  type FixedSections,
  imageAddress,
  schemas,
  type SectionName,
  type SettingValues,
} from './sections.ts';

/** The secret of the mail server, by the name under which it is sealed. */
const PASSWORD = 'email.password';
/** A secret of this length is not revealed by its last four characters. */
const SHOWN_FROM_LENGTH = 12;

/** What a section stores: the values that differ from the defaults, and the sealed secrets. */
export const StoredSection = z.object({
  values: z.record(z.string(), z.json()),
  secrets: z.record(z.string(), z.string()),
});
export type StoredSection = z.output<typeof StoredSection>;
export type StoredSections = ReadonlyMap<string, StoredSection>;

export const rowName = (section: SectionName): string => `settings.${section}`;

const stateOf = (secret: string | undefined): SecretState => ({
  isSet: secret !== undefined && secret !== '',
  lastFour: secret !== undefined && secret.length >= SHOWN_FROM_LENGTH ? secret.slice(-4) : null,
  isReadable: true,
});

interface ValueNeeds {
  config: Pick<Config, 'fixedSettings'>;
  fixed: FixedSections;
  /** Undefined while there is no key, so that no secret can be read. */
  sealing: Pick<SecretSealing, 'open'> | undefined;
}

/** The values of stored sections: the environment wins over what is stored, and that over the defaults. */
export const createSettingValues = ({ config, fixed, sealing }: ValueNeeds) => {
  const { smtpUrl: fixedSmtpUrl } = config.fixedSettings;

  const valuesOf = <S extends SectionName>(section: S, stored: StoredSections): SettingValues[S] =>
    schemas[section].parse({ ...defaults[section], ...stored.get(section)?.values, ...fixed[section].values });

  /** Null when it was sealed with another key. */
  const passwordIn = (stored: StoredSections): string | null | undefined => {
    if (fixedSmtpUrl !== undefined) return readSmtpUrl(fixedSmtpUrl).password;
    const sealed = stored.get('email')?.secrets['password'];
    return sealed === undefined ? undefined : (sealing?.open(PASSWORD, sealed) ?? null);
  };

  return {
    valuesOf,

    /** The mail server in the form of SMTP_URL; undefined without one. Throws OperatorError without its password. */
    smtpUrlOf: (stored: StoredSections): string | undefined => {
      if (fixedSmtpUrl !== undefined) return fixedSmtpUrl;
      const server = valuesOf('email', stored);
      if (server.host === '') return undefined;
      const password = passwordIn(stored);
      if (password === null) throw new OperatorError(messages.settings.unreadable);
      return toSmtpUrl(server, password ?? '');
    },

    describe: (stored: StoredSections): AllSettings => {
      const described = <S extends SectionName>(section: S) => ({
        values: valuesOf(section, stored),
        environment: fixed[section].variables,
      });
      const password = passwordIn(stored);
      const state = password === null ? { isSet: true, lastFour: null, isReadable: false } : stateOf(password);
      const { logo, icon } = valuesOf('images', stored);
      return {
        school: { ...described('school'), images: { logo: imageAddress(logo), icon: imageAddress(icon) } },
        email: { ...described('email'), password: state },
        seller: described('seller'),
        limits: described('limits'),
      };
    },
  };
};
