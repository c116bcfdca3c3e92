import { z } from 'zod';
import { text } from '../fields.ts';
import { messages } from '../messages.ts';

/** What every lecture has, whatever its kind. */
export const LectureFields = z.object({
  title: text(200, messages.lectures.addIncomplete),
  description: text(10_000, messages.lectures.addIncomplete),
});
