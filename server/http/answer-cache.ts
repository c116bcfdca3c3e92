import type { ReadyAnswer } from './ready-answer.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** What an entry costs beside its body. */
const OVERHEAD_BYTES = 512;

/** Ready answers of one topic, held until the topic changes; the ones used longest ago make room for others. */
export interface AnswerCache {
  /** Answers at once when it can. `version` undefined means that changes may be missed: then nothing is held. */
  get(version: string | undefined, key: string, make: () => Promise<ReadyAnswer>): ReadyAnswer | Promise<ReadyAnswer>;
}

export const createAnswerCache = (maxBytes: number = MAX_BYTES): AnswerCache => {
  /** Last use last. */
  const answers = new Map<string, ReadyAnswer>();
  const underWay = new Map<string, Promise<ReadyAnswer>>();
  let heldVersion: string | undefined;
  let heldBytes = 0;

  const weigh = (key: string, { body }: ReadyAnswer): number => body.length + 2 * key.length + OVERHEAD_BYTES;
  const hold = (key: string, answer: ReadyAnswer): void => {
    if (weigh(key, answer) > maxBytes) return;
    answers.set(key, answer);
    heldBytes += weigh(key, answer);
    for (const [oldKey, old] of answers) {
      if (heldBytes <= maxBytes) break;
      answers.delete(oldKey);
      heldBytes -= weigh(oldKey, old);
    }
  };
  const makeOnce = (version: string, key: string, make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer> => {
    const made = make().then(
      (answer) => {
        if (underWay.get(key) === made) underWay.delete(key);
        if (heldVersion === version) hold(key, answer);
        return answer;
      },
      (error: unknown) => {
        if (underWay.get(key) === made) underWay.delete(key);
        throw error;
      },
    );
    underWay.set(key, made);
    return made;
  };

  return {
    get: (version, key, make) => {
      if (version === undefined) return make();
      if (version !== heldVersion) {
        heldVersion = version;
        heldBytes = 0;
        answers.clear();
        underWay.clear();
      }
      const held = answers.get(key);
      if (!held) return underWay.get(key) ?? makeOnce(version, key, make);
      answers.delete(key);
      answers.set(key, held);
      return held;
    },
  };
};
