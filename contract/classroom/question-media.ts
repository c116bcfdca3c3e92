import { mediaIn, withMedia } from './lecture-media.ts';
import type { AttemptQuestion } from './quiz-fields.ts';

/** The names or addresses of the pictures and sounds of a question, of its options and its explanation. */
export const mediaOf = ({ blocks, options, leftMedia, result }: AttemptQuestion): string[] => [
  ...mediaIn([...blocks, ...(result?.solution?.explanation ?? [])]),
  ...options.flatMap(({ media }) => media ?? []),
  // A copy on a device may be older than these.
  ...(leftMedia ?? []).flatMap((media) => media ?? []),
];

/** Gives the pictures and sounds of a question other addresses; those without one are left out. */
export const questionWithMedia = (
  question: AttemptQuestion,
  addressOf: (name: string) => string | undefined,
): AttemptQuestion => {
  const { blocks, options, leftMedia, result } = question;
  return {
    ...question,
    blocks: withMedia(blocks, addressOf),
    options: options.map((option) => ({ ...option, media: addressOf(option.media ?? '') ?? null })),
    leftMedia: (leftMedia ?? []).map((media) => addressOf(media ?? '') ?? null),
    result: result && {
      ...result,
      solution: result.solution && {
        ...result.solution,
        explanation: withMedia(result.solution.explanation, addressOf),
      },
    },
  };
};
