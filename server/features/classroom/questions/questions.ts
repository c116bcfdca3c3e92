import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { createAnnouncing } from './question-notices.ts';
import { createAnswering } from './answers.ts';
import { createAsking } from './new-question.ts';
import { createMatches } from './matches.ts';
import { createModeration } from './moderation.ts';
import { createPosting } from './posts.ts';
import { createQueue, type ImagesOf } from './queue.ts';
import { createThreads, type TranscriptOf } from './threads.ts';

export interface QuestionsNeeds {
  policy: Pick<CoursePolicy, 'may' | 'coursesOf' | 'staffOf'>;
  transcriptOf: TranscriptOf;
  imagesOf: ImagesOf;
  notices: Pick<NoticePort, 'notify' | 'withdraw'>;
}

export type Questions = ReturnType<typeof createQuestions>;

/** Questions of learners about lectures, and their answers. */
export const createQuestions = (platform: Platform, { policy, transcriptOf, imagesOf, notices }: QuestionsNeeds) => {
  const announcing = createAnnouncing(notices);
  const posting = { ...createPosting(platform), announcing };
  const threads = createThreads(platform, { policy, transcriptOf });
  const matches = createMatches(platform, { transcriptOf });
  return {
    threads,
    matches,
    asking: createAsking(platform, posting),
    answering: createAnswering(platform, posting),
    moderation: createModeration(platform, { announcing }),
    queue: createQueue(platform, { policy, threads, matches, transcriptOf, imagesOf }),
  };
};
