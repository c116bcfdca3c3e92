import {
  type ContentOf,
  type NoticeContent,
  type NoticeKind,
  noticePath,
  noticeText,
} from '#contract/notices/notice-kinds.ts';
import { say } from '#contract/languages/say.ts';
import type { Tx } from '#server/database/database.ts';
import type { Email } from '#server/email/mailer.ts';
import type { ComposedEmail, EmailOfKind } from '#server/notice-port.ts';
import type { Delivery } from '../channel.ts';

interface AnyEmail {
  compose(delivery: Delivery): Promise<ComposedEmail>;
  sent(tx: Tx, content: NoticeContent): Promise<void>;
}

const isOf = <K extends NoticeKind>(kind: K, content: NoticeContent): content is ContentOf<K> => content.kind === kind;

/** The emails of the kinds that have their own texts. */
export const createOwnEmails = () => {
  const known = new Map<NoticeKind, AnyEmail>();
  return {
    of: (kind: NoticeKind): AnyEmail | undefined => known.get(kind),
    set: <K extends NoticeKind>(kind: K, { compose, sent }: EmailOfKind<K>): void => {
      known.set(kind, {
        compose: async (delivery) => (isOf(kind, delivery.content) ? compose(delivery.content, delivery) : 'withdrawn'),
        sent: async (tx, content) => {
          if (isOf(kind, content)) await sent?.(tx, content);
        },
      });
    },
  };
};

export type OwnEmails = ReturnType<typeof createOwnEmails>;

/** The texts in a content are variables of its email. */
const valuesOf = (content: NoticeContent): Record<string, string> => ({
  ...('byName' in content && { person: content.byName }),
  ...('courseTitle' in content && content.courseTitle !== null && { course: content.courseTitle }),
  ...('lectureTitle' in content && { lecture: content.lectureTitle }),
});

/** The sentences of the notice and a button to its page. */
export const plainEmail = ({ content, address }: Delivery, path: string = noticePath(content)): Email => {
  const { title, text } = noticeText(content);
  return {
    to: [address],
    wording: { id: `notice_${content.kind}`, values: { ...valuesOf(content), title, ...(text !== '' && { text }) } },
    subject: title,
    heading: title,
    parts: [...(text === '' ? [] : [{ kind: 'text' as const, text }]), { kind: 'button', label: say('Open'), path }],
  };
};
