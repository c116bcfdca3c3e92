import { z } from 'zod';
import type { KindContent, LectureKind } from '#contract/classroom/lecture-kinds.ts';
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
  type ReadContent,
  type SentLecture,
  type TextVisibility,
  type Visibility,
} from './kind.ts';
import { changeContent, deleteContent, findContent, listContents, putContent } from './kinds.queries.ts';
import { type ClassNoticesNeeds, createClassNotices } from './live/class-notices.ts';
import { listConflicts } from './live/conflicts.ts';
import { isLinkShown, Live, liveKind, readLive } from './live/live.ts';
import { createPdfKind, Pdf } from './pdf/pdf.ts';
import { quizKind } from './quiz/quiz.ts';
import { createLectureMedia } from './lecture-media.ts';
import { Text, textKind } from './text/text.ts';

export { endOf as endOfClass, readLive } from './live/live.ts';
export { NO_FIELDS } from './kind.ts';
export type { LectureFile, ReadContent, SentLecture, TextVisibility } from './kind.ts';
export { isComplete, measuredKinds } from './completion.ts';
export type { LectureMedia } from './lecture-media.ts';

/** What the kinds store. */
export const StoredContent = z.union([Text, Pdf, Live]);

/** As far as the kinds name what they store in the same way. */
const Content = z.looseObject({ markdown: z.string().optional() });

type OtherKind = Exclude<LectureKind, 'video'>;

export interface StoredLecture {
  id: string;
  kind: LectureKind;
}

export type Kinds = ReturnType<typeof createKinds>;

/**
 * Lectures that are not videos, each kind a folder beside this file. A kind reads what its author sends, stores it as JSON that
 * only it reads, and presents it.
 */
export const createKinds = (
  platform: Platform,
  parts: ClassNoticesNeeds & { video: Pick<Video, 'revise' | 'namesOf'>; lockLecture: LockLecture },
) => {
  const kinds: Record<OtherKind, Kind> = {
    audio: audioKind,
    text: textKind,
    pdf: createPdfKind(platform),
    live: liveKind,
    quiz: quizKind,
  };

  return {
    media: createLectureMedia(platform, parts),
    classes: createClassNotices(platform, parts),

    /** The kind of an uploaded file. Throws `not_a_video` for a file that is no lecture. */
    kindOf: async (upload: CompleteUpload): Promise<LectureKind> => {
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
    },

    /** Throws a Failure when what was sent is no lecture of this kind. */
    read: (kind: OtherKind, sent: SentLecture): Promise<ReadContent> => kinds[kind].read(sent),

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
      const change = kind === 'video' ? undefined : kinds[kind].change;
      if (!change) return { before: {} };
      const stored = (await listContents(tx, [id])).get(id);
      const read = await change(stored, changes);
      if (read?.content || read?.words) await changeContent(tx, id, read);
      const { markdown: text, ...before } = Content.parse(stored ?? {});
      return { before: { ...before, text }, durationMs: read?.durationMs };
    },

    /** The link of a live class. Throws `lecture_not_found`, and `class_not_open` while it is not shown. */
    linkOf: async (db: Db, lectureId: string, now: number): Promise<string> => {
      const stored = await findContent(db, lectureId, 'live');
      if (stored === undefined) throw fail('lecture_not_found');
      const live = readLive(stored);
      if (!isLinkShown(live, now)) throw fail('class_not_open');
      return live.url;
    },

    /** Other classes, drafts too, with the same link at a time that overlaps. */
    conflictsOf: listConflicts,

    /** Returns the function that presents any of these lectures to a person. */
    presenter: async (db: Db, lectures: readonly StoredLecture[], texts: TextVisibility) => {
      const isRead = ({ kind }: StoredLecture) => kind !== 'video' && !(kind === 'text' && texts === 'none');
      const contents = await listContents(
        db,
        lectures.filter(isRead).map(({ id }) => id),
      );
      return ({ id, kind }: StoredLecture, shown: Omit<Visibility, 'texts'>): KindFields => ({
        ...NO_FIELDS,
        ...(kind === 'video' ? {} : kinds[kind].present(contents.get(id), { ...shown, texts })),
      });
    },
  };
};
