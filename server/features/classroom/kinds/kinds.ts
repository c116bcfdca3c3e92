import { z } from 'zod';
import { type FileKind } from '#contract/classroom/kind-facts.ts';
import { type KindContent, LectureKind } from '#contract/classroom/lecture-kinds.ts';
import { type BatchDate, batchDatesOf } from '#server/database/batch-classes.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import type { CompleteUpload } from '#server/storage/storage.ts';
import { kindOfFile } from '#video-format/lecture-file.ts';
import { VIDEO_SNIFF_BYTES } from '#video-format/sniff.ts';
import type { LockLecture, Video } from '../video/video.ts';
import { audioKind } from './audio/audio.ts';
import {
  type Kind,
  type KindFields,
  NO_FIELDS,
  type Reading,
  type ReadContent,
  type SentLecture,
  type TextVisibility,
  type Visibility,
} from './kind.ts';
import { changeContent, deleteContent, findContent, listContents, putContent } from './kinds.queries.ts';
import { type ClassNoticesNeeds, createClassNotices } from './live/class-notices.ts';
import { listConflicts } from './live/conflicts.ts';
import { datedFor, isLinkShown, liveKind, readLive } from './live/live.ts';
import { pdfKind } from './pdf/pdf.ts';
import { quizKind } from './quiz/quiz.ts';
import { createLectureMedia } from './lecture-media.ts';
import { textKind } from './text/text.ts';
import { videoKind } from './video/video.ts';

export { datedFor, endOf as endOfClass, readLive } from './live/live.ts';
export { NO_FIELDS } from './kind.ts';
export type { LectureFile, ReadContent, SentLecture, TextVisibility } from './kind.ts';
export type { LectureMedia } from './lecture-media.ts';

const kinds: Record<LectureKind, Kind> = {
  video: videoKind,
  audio: audioKind,
  text: textKind,
  pdf: pdfKind,
  live: liveKind,
  quiz: quizKind,
};

/** What the kinds store. */
export const StoredContent = z.union(Object.values(kinds).flatMap(({ stored }) => stored ?? []));

/** Kinds of which it is measured how much was watched or read. */
export const measuredKinds = LectureKind.options.filter((kind) => kinds[kind].done !== null);

/** Kinds that are ready with what their author sent. */
export const readyKinds = LectureKind.options.filter((kind) => !kinds[kind].isReadyLater);

/** The parts of a lecture that are searched: null where only its words are stored, undefined where it has none. */
export const searchedParts = (kind: LectureKind, content: string | null): string[] | null | undefined => {
  const { searched } = kinds[kind];
  if (!searched || content === null) return searched === null ? null : undefined;
  return searched(JSON.parse(content));
};

interface Coverage {
  watchedMs: number;
  /** Undefined while the length is unknown. */
  lengthMs: number | undefined;
  hasEnded: boolean;
}

/** Whether a lecture of this kind is done by what was watched or read of it. */
export const isComplete = (kind: LectureKind, { watchedMs, lengthMs, hasEnded }: Coverage): boolean => {
  const { done } = kinds[kind];
  if (!done || lengthMs === undefined || lengthMs <= 0) return false;
  return watchedMs / lengthMs >= (hasEnded ? done.atEndFrom : done.from);
};

/** As far as the kinds name what they store in the same way. */
const Content = z.looseObject({ markdown: z.string().optional() });

export interface StoredLecture {
  id: string;
  kind: LectureKind;
}

export type Kinds = ReturnType<typeof createKinds>;

/** Throws `not_a_video` for a file that is no lecture. */
const kindOf = async (upload: CompleteUpload): Promise<FileKind> => {
  const file = await upload.open();
  try {
    const firstBytes = Buffer.alloc(Math.min(VIDEO_SNIFF_BYTES, file.sizeBytes));
    if (firstBytes.length > 0) await file.read(firstBytes, 0);
    const kind = kindOfFile(firstBytes);
    if (!kind) throw fail('not_a_video');
    return kind;
  } finally {
    await file.close();
  }
};

/**
 * The kinds of lectures, each a folder beside this file. A kind reads what its author sends, stores it as JSON that only it
 * reads, presents it, and says what makes it done.
 */
export const createKinds = (
  platform: Platform,
  parts: ClassNoticesNeeds & { video: Pick<Video, 'revise' | 'namesOf' | 'inspect'>; lockLecture: LockLecture },
) => {
  const reading: Reading = { ...platform, video: parts.video };

  return {
    media: createLectureMedia(platform, parts),
    classes: createClassNotices(platform, parts),

    /** The kind of an uploaded file. */
    kindOf,

    /** Throws what is wrong with a file, as far as a short look shows it. */
    inspect: async (upload: CompleteUpload): Promise<void> => {
      await kinds[await kindOf(upload)].inspect?.(upload);
    },

    /** What a lecture is with a new file. Throws `kind_fixed`. */
    replacedBy: (kind: LectureKind): FileKind => {
      const { replacedBy } = kinds[kind];
      if (!replacedBy) throw fail('kind_fixed');
      return replacedBy;
    },

    /** Throws a Failure when what was sent is no lecture of this kind. */
    read: (kind: LectureKind, sent: SentLecture): Promise<ReadContent> => kinds[kind].read(sent, reading),

    /** Stores what was read of a new lecture. */
    insert: async (tx: Tx, lectureId: string, { content, words = [] }: ReadContent): Promise<void> => {
      if (content) await putContent(tx, lectureId, { content, words });
    },

    /** Removes what a lecture had by its kind. */
    remove: async (tx: Tx, lectureId: string): Promise<void> => {
      await deleteContent(tx, lectureId);
    },

    /** Changes what a lecture has by its kind; returns that, and its new length, or undefined when that stays. */
    change: async (
      tx: Tx,
      { id, kind }: StoredLecture,
      changes: KindContent,
    ): Promise<{ before: object; durationMs?: number | undefined }> => {
      const { change } = kinds[kind];
      if (!change) return { before: {} };
      const stored = (await listContents(tx, [id])).get(id);
      const read = await change(stored, changes);
      if (read?.content || read?.words) await changeContent(tx, id, read);
      const { markdown: text, ...before } = Content.parse(stored ?? {});
      return { before: { ...before, text }, durationMs: read?.durationMs };
    },

    /** The link of a live class, at its time for this user. Throws `lecture_not_found`, and `class_not_open` while it is not shown. */
    linkOf: async (db: Db, lectureId: string, { userId, now }: { userId: string; now: number }): Promise<string> => {
      const stored = await findContent(db, lectureId, 'live');
      if (stored === undefined) throw fail('lecture_not_found');
      const live = datedFor(readLive(stored), (await batchDatesOf(db, userId, [lectureId])).get(lectureId));
      if (!isLinkShown(live, now)) throw fail('class_not_open');
      return live.url;
    },

    /** Other classes, drafts too, with the same link at a time that overlaps. */
    conflictsOf: listConflicts,

    /** Returns the function that presents any of these lectures to a person. */
    presenter: async (
      db: Db,
      lectures: readonly StoredLecture[],
      { texts, userId }: { texts: TextVisibility; userId: string | undefined },
    ) => {
      const isRead = ({ kind }: StoredLecture) => kinds[kind].stored !== undefined && !kinds[kind].isHidden?.(texts);
      const contents = await listContents(
        db,
        lectures.filter(isRead).map(({ id }) => id),
      );
      const classes = lectures.flatMap(({ id, kind }) => (kind === 'live' && contents.has(id) ? [id] : []));
      const dates = userId === undefined ? new Map<string, BatchDate>() : await batchDatesOf(db, userId, classes);
      for (const [id, date] of dates) contents.set(id, datedFor(readLive(contents.get(id)), date));
      return ({ id, kind }: StoredLecture, shown: Omit<Visibility, 'texts'>): KindFields => ({
        ...NO_FIELDS,
        ...kinds[kind].present(contents.get(id), { ...shown, texts }),
      });
    },
  };
};
