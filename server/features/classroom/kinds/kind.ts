import type { KindContent } from '#contract/classroom/lecture-kinds.ts';
import type { Lecture, ManagedLecture } from '#contract/classroom/lectures.ts';
import type { CompleteUpload } from '#server/storage/storage.ts';

/** What the author sent of a new lecture. */
export interface SentLecture {
  /** Of the lecture; files are named by it. */
  id: string;
  content: KindContent;
  upload: CompleteUpload | undefined;
}

/** The file of a lecture, about to be stored. */
export interface LectureFile {
  key: string;
  contentType: string;
  sizeBytes: number;
  /** The last part of its address. */
  name: string;
}

/** What a kind reads from what was sent; of a change, what is left out stays. */
export interface ReadContent {
  /** In milliseconds: how long it plays, or how long reading it takes. */
  durationMs?: number;
  /** Read back by the same kind, as JSON. */
  content?: object;
  /** For searching. */
  words?: readonly string[];
  file?: LectureFile;
}

/** Names of the files of one lecture that have an address of their own, and their addresses for this person. */
export interface FileVisibility {
  names: readonly string[];
  addressOf: (name: string) => string;
}

/** What is shown of texts: everything, their Markdown, or nothing. A course may have a hundred of them. */
export type TextVisibility = 'all' | 'markdown' | 'none';

export interface Visibility extends FileVisibility {
  now: number;
  /** A visitor sees a free preview without an account. */
  isVisitor: boolean;
  texts: TextVisibility;
}

/** The fields of a lecture that its kind decides. */
export type KindFields = Pick<ManagedLecture, 'audio' | 'text' | 'pdf' | 'live' | 'markdown' | 'classUrl'> &
  Pick<Lecture, 'lecture'>;

/** One kind of lecture that is not a video. */
export interface Kind {
  /** Reads a new lecture, or its new file. Throws a Failure when what was sent is no lecture of this kind. */
  read(sent: SentLecture): Promise<ReadContent>;
  /** What `stored` becomes by these changes; undefined when they change nothing of this kind. */
  change?(stored: unknown, changes: KindContent): Promise<ReadContent> | ReadContent | undefined;
  /** What a person sees of it. */
  present(stored: unknown, shown: Visibility): Partial<KindFields>;
}

export const NO_FIELDS: KindFields = {
  lecture: [],
  audio: null,
  text: null,
  pdf: null,
  live: null,
  markdown: null,
  classUrl: null,
};
