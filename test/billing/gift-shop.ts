import { expect } from 'vitest';
import { z } from 'zod';
import { openEmailFolder, emailFolderOf } from '#server/email/email-folder.ts';
import { type JsonResponse, openBilling } from './open-billing.ts';

// The clock of these tests starts on 15 June 2026 at ten in the morning, in the time zone of the school.
export const asha = { name: 'Asha', email: 'asha@example.in', message: 'Happy birthday!' };

const Gifts = z.array(z.looseObject({ _id: z.string(), state: z.string() }));

export const openGiftShop = async (options: { webhooks?: boolean } = {}) => {
  const money = await openBilling(options);
  const gifts = (user: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<JsonResponse> =>
    money.send(method, `/api/v1/gifts${path}`, body, { authorization: `Bearer ${user}` });
  const given = async (user: string) => Gifts.parse((await gifts(user, 'GET', '')).body['gifts']);
  const start = (user: string, order: object = {}) => money.call(user, 'POST', '/subscribe', { gift: asha, ...order });
  const proofOf = async (user: string, order: object = {}) =>
    money.pay(z.string().parse((await start(user, order)).body['subscription_id']));
  /** Buys a gift. Returns its id. */
  const give = async (user: string, order: object = {}): Promise<string> => {
    const before = new Set((await given(user)).map(({ _id }) => _id));
    expect((await money.call(user, 'POST', '/verify', await proofOf(user, order))).status).toBe(200);
    return (await given(user)).find(({ _id }) => !before.has(_id))?._id ?? '';
  };
  const emails = async () => {
    await money.jobs.runDue();
    const folder = openEmailFolder(emailFolderOf(money.config.dataDir));
    const { emails: sent } = await folder.list({ limit: 50, offset: 0, search: 'gift for you' });
    const read = await Promise.all(sent.map(({ id }) => folder.find(id)));
    return read.filter((email) => email !== undefined);
  };
  /** The token of the last email about a gift. */
  const token = async (): Promise<string> => /\/gift\/([\w-]+)/.exec((await emails())[0]?.text ?? '')?.[1] ?? '';
  const redeem = (user: string, link: string) => gifts(user, 'POST', '/redeem', { token: link });
  const view = (link: string, user?: string) =>
    money.send('POST', '/api/v1/gifts/view', { token: link }, user ? { authorization: `Bearer ${user}` } : {});
  const accessUntil = async (user: string) => (await money.payments.subscriptionOf(user)).access_until;
  return { ...money, gifts, given, start, proofOf, give, emails, token, redeem, view, accessUntil };
};
