import { z } from 'zod';
import { noticeFields } from './notice-fields.ts';
import { NOTICES } from './notice-kinds.ts';

const [first, ...others] = NOTICES;

/** What a notice is about, as data: `noticeText` makes its sentences when it is shown. */
export const NoticeContent = z.discriminatedUnion('kind', [
  first.schema(noticeFields),
  ...others.map(({ schema }) => schema(noticeFields)),
]);
export type NoticeContent = z.output<typeof NoticeContent>;

export const NoticeKindName = z.enum(NOTICES.map(({ kind }) => kind));
