import type { Kind } from '../kind.ts';

/** Questions, which have tables of their own. */
export const quizKind: Kind = {
  done: null,
  isReadyLater: true,
  read: async () => ({}),
  present: () => ({}),
};
