import { createHmac, timingSafeEqual } from 'node:crypto';
import { NoticeKindName } from '#contract/notices/notice-content.ts';
import { type NoticeKind, noticeKinds } from '#contract/notices/notice-kinds.ts';
import { type Said, say } from '#contract/languages/say.ts';
import { pages } from '#contract/pages.ts';
import type { Email } from '#server/email/mailer.ts';
import type { Platform } from '#server/platform.ts';
import { DIGEST } from './preferences.ts';

const MAC_LENGTH = 32;

/** The topic of an opt-out: a kind of notice, or every digest. */
type Topic = NoticeKind | typeof DIGEST;

const readTopic = (name: string): Topic | undefined => {
  if (name === DIGEST) return DIGEST;
  const kind = NoticeKindName.safeParse(name);
  return kind.success ? kind.data : undefined;
};

/**
 * Links that stop emails without a login: `<user>.<topic>.<mac>`. Only their signature is secret, so that no email has to store a
 * row, and a link works as long as the school has its key.
 */
export const createOptOutLinks = ({ secretKey }: Pick<Platform, 'secretKey'>) => {
  const key = secretKey.derive('notice-opt-out');
  const macOf = (userId: string, topic: string): string =>
    createHmac('sha256', key).update(`${userId}.${topic}`).digest('base64url').slice(0, MAC_LENGTH);

  const create = (userId: string, topic: Topic): string => `${userId}.${topic}.${macOf(userId, topic)}`;
  const partOf = (token: string, label: Said): NonNullable<Email['optOut']> => ({
    label,
    path: pages.optOut.path.replace(':token', token),
  });

  return {
    ofKind: (userId: string, kind: NoticeKind) =>
      partOf(create(userId, kind), say('No more emails: {kind}', { kind: say(noticeKinds[kind].name[0]) })),
    ofDigest: (userId: string) => partOf(create(userId, DIGEST), say('Stop this digest')),
    /** Undefined for a token of nobody. */
    read: (token: string): { userId: string; topic: Topic } | undefined => {
      const [, userId, name, mac] = /^(\w{1,64})\.(\w{1,40})\.([\w-]{32})$/.exec(token) ?? [];
      if (userId === undefined || name === undefined || mac === undefined) return undefined;
      const topic = readTopic(name);
      const isValid = timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(userId, name)));
      return topic !== undefined && isValid ? { userId, topic } : undefined;
    },
  };
};

export type OptOutLinks = ReturnType<typeof createOptOutLinks>;
