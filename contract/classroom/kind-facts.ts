interface KindFacts {
  /** What plays has a timeline, with chapters, captions and questions at its moments; null for what is read, attended or answered. */
  medium: 'video' | 'audio' | null;
  /** Done once it is passed: nobody marks it. */
  isPassed?: true;
}

/** By kind of lecture, without schemas: every page about courses needs it. */
const facts = {
  video: { medium: 'video' },
  audio: { medium: 'audio' },
  text: { medium: null },
  pdf: { medium: null },
  live: { medium: null },
  quiz: { medium: null, isPassed: true },
} as const satisfies Record<string, KindFacts>;

type KindName = keyof typeof facts;

const factsOf = (kind: KindName): KindFacts => facts[kind];

export const mediumOf = (kind: KindName): KindFacts['medium'] => factsOf(kind).medium;
export const isPlayed = (kind: KindName): boolean => mediumOf(kind) !== null;
export const isPassed = (kind: KindName): boolean => factsOf(kind).isPassed === true;

/** Words in the sentences of pages: what plays, and what a lecture is once it is done. Pages translate them like messages. */
export const kindWords = {
  video: 'video',
  audio: 'audio',
  watched: 'watched',
  heard: 'heard',
  read: 'read',
  attended: 'attended',
  passed: 'passed',
  done: 'done',
} as const;
export type KindWord = (typeof kindWords)[keyof typeof kindWords];

/** The kinds that are a file: what a browser offers to choose, and what is said of another file. */
export const fileKinds = {
  video: { accept: 'video/*', refusal: 'not_a_video' },
  audio: { accept: '.mp3,.m4a,.wav', refusal: 'not_audio' },
  pdf: { accept: '.pdf', refusal: 'not_a_pdf' },
} as const satisfies Partial<Record<KindName, object>>;
export type FileKind = keyof typeof fileKinds;
export const isFileKind = (kind: string): kind is FileKind => Object.hasOwn(fileKinds, kind);
