import { courseAddress, courseIdIn } from '#contract/catalog/course-address.ts';
import { noticeKinds, noticePath, noticeText } from '#contract/notices/notice-kinds.ts';
import { say, valued } from '#contract/languages/say.ts';
import { noticeMessages } from '#contract/notices/notice-messages.ts';
import { pages } from '#contract/pages.ts';
import type { Email, Mailer } from '#server/email/mailer.ts';
import { isMailServerBusy, permanentRefusalOf } from '#server/email/smtp-error.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';
import { toInstant } from '#server/clock.ts';
import { UnavailableError } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { deleteRefusal, findRefusal, findSlug, putRefusal } from '../../notices.queries.ts';
import type { OptOutLinks } from '../../opt-out.ts';
import type { Channel, Delivery, Outcome } from '../channel.ts';
import { noticeExamples } from './examples.ts';
import { type OwnEmails, plainEmail } from './email-of-kind.ts';

/** Notices of a digest that are named; the others are counted. */
const MAX_NAMED = 30;

type EmailPlatform = Pick<Platform, 'database' | 'mailer' | 'settings' | 'clock'>;

const andMore = (count: number) => say('{count, plural, one {And one more.} other {And # more.}}', { count });

const digestEmail = (
  deliveries: readonly Delivery[],
  {
    cadence,
    school,
    paths = new Map(),
  }: { cadence: 'daily' | 'weekly'; school: string; paths?: ReadonlyMap<Delivery, string> },
): Omit<Email, 'to' | 'optOut'> => {
  const named = deliveries.slice(0, MAX_NAMED);
  const left = deliveries.length - named.length;
  const name = deliveries[0]?.name ?? '';
  return {
    wording: { id: `digest_${cadence}`, values: { name } },
    subject: cadence === 'daily' ? say('Your day at {school}', { school }) : say('Your week at {school}', { school }),
    heading: cadence === 'daily' ? say('Your day, {name}', { name }) : say('Your week, {name}', { name }),
    parts: [
      {
        kind: 'links',
        items: named.map((delivery) => ({
          ...noticeText(delivery.content),
          path: paths.get(delivery) ?? noticePath(delivery.content),
          when: valued({ date: toInstant(delivery.createdAt) }),
        })),
      },
      ...(left === 0 ? [] : [{ kind: 'text' as const, text: andMore(left), belongsTo: 'list' as const }]),
      { kind: 'button', label: say('See all notices'), path: pages.notices.path },
    ],
  };
};

const defineTexts = ({ define }: Mailer['texts']): void => {
  const at = Date.UTC(2027, 5, 15);
  const reader = { userId: null, name: 'Meera Nair', address: '', noticeId: '', createdAt: at };
  for (const content of noticeExamples) define(plainEmail({ ...reader, content }), ['link']);
  const deliveries = noticeExamples
    .filter(({ kind }) => noticeKinds[kind].channels.email !== 'at_once')
    .map((content) => ({ ...reader, content }));
  for (const cadence of ['daily', 'weekly'] as const)
    define({ to: [], ...digestEmail(deliveries, { cadence, school: EXAMPLE_SCHOOL }) }, ['list']);
};

/** Emails notices. An address that the mail server refused for good gets only those about accounts and purchases. */
export const createEmailChannel = (
  platform: EmailPlatform,
  { ownEmails, links }: { ownEmails: OwnEmails; links: OptOutLinks },
): Channel => {
  const { database, mailer, settings, clock } = platform;
  const { db } = database;
  defineTexts(mailer.texts);

  const send = async (
    id: string,
    address: string,
    ...email: Parameters<typeof mailer.deliver> extends [string, ...infer R] ? R : never
  ): Promise<Outcome> => {
    try {
      if ((await mailer.deliver(id, ...email)) === undefined)
        return { state: 'suppressed', problem: noticeMessages.noMailServer, isStored: true };
    } catch (error) {
      const reply = permanentRefusalOf(error);
      if (reply === undefined)
        throw isMailServerBusy(error) ? new UnavailableError('The mail server is busy', { cause: error }) : error;
      await putRefusal(db, address, { reply, now: clock.now() });
      return { state: 'failed', problem: reply };
    }
    if (await findRefusal(db, address)) await deleteRefusal(db, address);
    return { state: 'sent' };
  };

  /** People pass on the links of emails, so that the page of a course has its name. */
  const pathOf = async ({ content }: Delivery): Promise<string> => {
    const path = noticePath(content);
    const courseId = courseIdIn(path);
    return courseId === undefined ? path : courseAddress(courseId, await findSlug(db, courseId));
  };

  const refusalOf = async (address: string): Promise<Outcome | undefined> => {
    const refusal = await findRefusal(db, address);
    return refusal && { state: 'suppressed', problem: refusal.reply };
  };

  return {
    reaches: async (_db, userIds) => new Set(userIds),

    deliver: async (id, delivery) => {
      const { content, userId, address } = delivery;
      const { class: kindClass } = noticeKinds[content.kind];
      const refused = kindClass === 'account' ? undefined : await refusalOf(address);
      if (refused) return refused;
      const composed = await (ownEmails.of(content.kind)?.compose(delivery) ??
        pathOf(delivery).then(async (path) => ({ email: plainEmail(delivery, path) })));
      if (composed === 'withdrawn') return { state: 'suppressed', problem: '' };
      if ('postponeUntilMs' in composed) return { state: 'postponed', untilMs: composed.postponeUntilMs };
      const optOut = kindClass === 'account' || userId === null ? {} : { optOut: links.ofKind(userId, content.kind) };
      return send(id, address, { ...composed.email, ...optOut }, 'attachments' in composed ? composed.attachments : []);
    },

    digest: async (id, cadence, deliveries) => {
      const [first] = deliveries;
      if (first === undefined || first.userId === null) return { state: 'suppressed', problem: '' };
      const refused = await refusalOf(first.address);
      if (refused) return refused;
      const { brandName: school } = await settings.school();
      const named = deliveries.slice(0, MAX_NAMED).map(async (one) => [one, await pathOf(one)] as const);
      const paths = new Map(await Promise.all(named));
      const email = digestEmail(deliveries, { cadence, school, paths });
      return send(id, first.address, { to: [first.address], ...email, optOut: links.ofDigest(first.userId) });
    },
  };
};
