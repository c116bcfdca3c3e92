import { z } from 'zod';
import { emailFolderOf, openEmailFolder } from '#server/email/email-folder.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { openBilling } from './open-billing.ts';

const Checkouts = z.array(z.looseObject({ _id: z.string(), reason: z.string() }));
const findUnfinished = defineJob({ name: 'billing.find-unfinished', lane: 'upkeep', payload: z.object({}) });

/** A shop that emails buyers about checkouts that they did not finish, unless `sends` is false. */
export const openRecovery = async ({ sends = true }: { sends?: boolean } = {}) => {
  const money = await openBilling({ webhooks: true });
  const { settings, database, jobs, config } = money;
  const admin = await money.aUser('ADMIN');
  const switchTo = (sendsRecovery: boolean) =>
    database.transaction(async (tx) => settings.change(tx, 'email', { ...(await settings.email(tx)), sendsRecovery }));
  if (sends) await switchTo(true);
  const list = async (query = '') => {
    const { body } = await money.admin(admin, 'GET', `/checkouts${query}`);
    return {
      checkouts: Checkouts.parse(body['checkouts']),
      nextCursor: z.string().nullable().parse(body['nextCursor']),
    };
  };
  const openWindow = (user: string, ref: string) =>
    money.call(user, 'POST', '/window-opened', { subscription_id: ref });
  /** Begins a purchase and sees the payment window. */
  const begin = async (user: string, order: object = {}): Promise<string> => {
    const { body } = await money.call(user, 'POST', '/subscribe', order);
    const ref = z.string().parse(body['subscription_id']);
    await openWindow(user, ref);
    return ref;
  };
  /** A payment by card in the window, as the webhooks report it. */
  const payBy = async (ref: string, card: string): Promise<void> => {
    const keyId = money.sandbox.current()?.keyId;
    const purchase = ref.startsWith('order_') ? { order_id: ref } : { subscription_id: ref };
    await money.send('POST', '/sandbox/v1/checkout/pay', {
      key_id: keyId,
      ...purchase,
      method: { kind: 'card', number: card },
    });
    await money.sandbox.current()?.idle();
    await jobs.runDue('money');
  };
  /** Queues the emails that are due. */
  const find = async (): Promise<void> => {
    await jobs.enqueue(database.db, findUnfinished, {});
    await jobs.runDue('upkeep');
  };
  const emails = async () => {
    const folder = openEmailFolder(emailFolderOf(config.dataDir));
    const { emails: sent } = await folder.list({ limit: 50, offset: 0, search: 'is not finished' });
    const read = await Promise.all(sent.map(({ id }) => folder.find(id)));
    return read.filter((email) => email !== undefined);
  };
  /** The emails after all that is due. */
  const emailsNow = async () => {
    await find();
    await jobs.runDue('email');
    return emails();
  };
  return { ...money, adminId: admin, switchTo, list, openWindow, begin, payBy, find, emails, emailsNow };
};
