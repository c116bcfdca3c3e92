import type { z } from 'zod';
import { accountNotices } from './kinds/account.ts';
import { courseNotices } from './kinds/course.ts';
import { newsNotices } from './kinds/news.ts';
import type { Sentences } from './notice.ts';
import type { NoticeChannel } from './notice-fields.ts';

export const NOTICES = [...accountNotices, ...courseNotices, ...newsNotices] as const;
type AnyNotice = (typeof NOTICES)[number];
export type NoticeKind = AnyNotice['kind'];
export type NoticeContent = z.output<ReturnType<AnyNotice['schema']>>;
export type ContentOf<Kind extends NoticeKind> = Extract<NoticeContent, { kind: Kind }>;

// The keys of a record are its kinds.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const noticeKinds = Object.fromEntries(NOTICES.map((notice) => [notice.kind, notice])) as {
  [Notice in AnyNotice as Notice['kind']]: Notice;
};

/** What the class of a kind does not let a user change: notices about accounts and purchases always arrive in the app and by email. */
export const isLocked = (kind: NoticeKind, channel: NoticeChannel): boolean =>
  noticeKinds[kind].class === 'account' && channel !== 'push';

const sentences: { [Kind in NoticeKind]: Sentences<ContentOf<Kind>> } = noticeKinds;
const textOf = <Kind extends NoticeKind>(kind: Kind, content: ContentOf<Kind>) => ({
  title: sentences[kind].title(content),
  text: sentences[kind].text?.(content) ?? '',
});
const pathOf = <Kind extends NoticeKind>(kind: Kind, content: ContentOf<Kind>): string => sentences[kind].path(content);

/** The sentences of a notice, for the app, the email and the phone. */
export const noticeText = (content: NoticeContent) => textOf(content.kind, content);
/** The page that it leads to. */
export const noticePath = (content: NoticeContent): string => pathOf(content.kind, content);
