import type { Finding } from '#contract/doctor.ts';
import { doctorMessages } from '#contract/doctor-messages.ts';
import { ConfigError } from '#server/config.ts';
import type { Tools } from './tools.ts';
import { codeOf, failing, ok } from './finding.ts';

const words = doctorMessages.delivery;
const setting = 'MEDIA_CDN_URL';
const KEY = 'MEDIA_CDN_KEY';

/** Requests from the CDN what it must refuse, and what only this server can have answered. */
export const checkDelivery = async ({ askCdn }: Tools): Promise<Finding[]> => {
  try {
    const responses = await askCdn();
    if (!responses) return [];
    const { host, forged, signed } = responses;
    const failed = (title: string, detail: string, code: string): Finding[] => [
      failing('delivery', { title, detail, setting, fix: { text: doctorMessages.correct, code } }),
    ];
    if (signed === 403) return failed(words.refuses(host), words.refusesDetail, KEY);
    if (forged !== 403) return failed(words.open(host), words.openDetail(forged), setting);
    if (signed !== 404) return failed(words.broken(host), words.brokenDetail(signed), setting);
    return [ok('delivery', { title: words.ok(host), detail: words.okDetail, setting })];
  } catch (error) {
    const detail = error instanceof ConfigError ? error.message : words.silentDetail(codeOf(error));
    const fix = { text: doctorMessages.correct, code: setting };
    return [failing('delivery', { title: words.silent, detail, setting, fix })];
  }
};
