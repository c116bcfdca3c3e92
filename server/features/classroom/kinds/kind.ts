import type { z } from 'zod';
import type { FileKind } from '#contract/classroom/kind-facts.ts';
import type { KindContent } from '#contract/classroom/lecture-kinds.ts';
import type { Lecture, ManagedLecture } from '#contract/classroom/lectures.ts';
import type { Platform } from '#server/platform.ts';
import type { CompleteUpload } from '#server/storage/storage.ts';
import type { StoredVideo, Video } from '../video/video.ts';

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
  /** A file that is processed, too. */
  recording?: StoredVideo;
}

/** The shares of a lecture that make it done: at any moment, and when its end was reached. */
interface Shares {
  from: number;
  atEndFrom: number;
}
export const PLAYED: Shares = { from: 0.9, atEndFrom: 0.8 };

/** The functions with which a kind reads files. */
export type Reading = Pick<Platform, 'pdf' | 'temporaryFiles'> & { video: Pick<Video, 'inspect'> };

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
  /** The body of a text, in the language of the person. */
  read: (original: string) => string;
}

/** The fields of a lecture that its kind decides. */
export type KindFields = Pick<ManagedLecture, 'audio' | 'text' | 'pdf' | 'live' | 'markdown' | 'classUrl'> &
  Pick<Lecture, 'lecture'>;

/** One kind of lecture. */
export interface Kind {
  /** Null: other facts make it done, such as a class that was joined or a quiz that was passed. */
  done: Shares | null;
  /** The kind that it is with a new file; without one it has no file. */
  replacedBy?: FileKind;
  /** Whether it is ready, and published with its course, only once it plays or has a question. */
  isReadyLater?: true;
  /** What it stores. */
  stored?: z.ZodType<object>;
  /** Whether nobody is shown what it stores, so that it is not read. */
  isHidden?(texts: TextVisibility): boolean;
  /** A short look at a file, before it is taken. Throws what is wrong with it. */
  inspect?(upload: CompleteUpload): Promise<unknown>;
  /** Reads a new lecture, or its new file. Throws a Failure when what was sent is no lecture of this kind. */
  read(sent: SentLecture, reading: Reading): Promise<ReadContent>;
  /** What `stored` becomes by these changes; undefined when they change nothing of this kind. */
  change?(stored: unknown, changes: KindContent): Promise<ReadContent> | ReadContent | undefined;
  /** The parts of it that are searched, in their order; null for one whose words alone are stored. */
  searched?: ((stored: unknown) => string[]) | null;
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
