import type { Said } from '#contract/languages/say.ts';
import { doctorMessages } from '#contract/school/doctor-messages.ts';
import { ConfigError } from '#server/config.ts';
import type { Tools } from './tools.ts';
import { codeOf, failing, type Finding, ok } from './finding.ts';

const messages = doctorMessages.delivery;
const setting = 'MEDIA_CDN_URL';
const KEY = 'MEDIA_CDN_KEY';

/** Requests a forged address from the CDN, and a missing file, whose 404 only this server can have sent. */
export const checkDelivery = async ({ askCdn }: Tools): Promise<Finding[]> => {
  try {
    const responses = await askCdn();
    if (!responses) return [];
    const { host, forged, signed } = responses;
    const failed = (title: Said, detail: Said, code: string): Finding[] => [
      failing('delivery', { title, detail, setting, fix: { text: doctorMessages.correct, code } }),
    ];
    if (signed === 403) return failed(messages.refuses(host), messages.refusesDetail, KEY);
    if (forged !== 403) return failed(messages.open(host), messages.openDetail(forged), setting);
    if (signed !== 404) return failed(messages.broken(host), messages.brokenDetail(signed), setting);
    return [ok('delivery', { title: messages.ok(host), detail: messages.okDetail, setting })];
  } catch (error) {
    const detail = error instanceof ConfigError ? error.message : messages.silentDetail(codeOf(error));
    const fix = { text: doctorMessages.correct, code: setting };
    return [failing('delivery', { title: messages.silent, detail, setting, fix })];
  }
};
