import { type NoticeKind, noticeKinds } from '#contract/notices/notice-kinds.ts';
import type { CommunitySettings } from '#contract/classroom/classroom-settings.ts';

const switchOf: Partial<Record<NoticeKind, 'questions' | 'reviews'>> = {
  question: 'questions',
  answer: 'questions',
  review: 'reviews',
  review_answer: 'reviews',
};

/** Whether the school sends notices of a kind: those about accounts and purchases, and those for admins alone, always. */
export const isSwitchedOn = (kind: NoticeKind, community: CommunitySettings): boolean => {
  if (noticeKinds[kind].class === 'account' || noticeKinds[kind].isForAdmins) return true;
  const room = switchOf[kind];
  return community.notices && (room === undefined || community[room]);
};
