import { NoticeContent } from '#contract/notices/notice-content.ts';
import { NOTICES } from '#contract/notices/notice-kinds.ts';

/** An example of each kind of notice whose email an owner may word. */
export const noticeExamples = NOTICES.flatMap((notice) =>
  notice.email === 'own' ? [] : [NoticeContent.parse({ kind: notice.kind, ...notice.example })],
);
