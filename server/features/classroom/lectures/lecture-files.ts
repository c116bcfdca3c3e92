import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { KindContent, LectureKind } from '#contract/classroom/lecture-kinds.ts';
import type { Tx } from '#server/database/database.ts';
import { lockCourse } from '#server/database/lock-course.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { openDiskFile } from '#server/storage/disk.ts';
import type { NewFile } from '#server/storage/file-keeper.ts';
import type { CompleteUpload } from '#server/storage/storage.ts';
import type { Captions, CaptionsFile } from '../captions/captions.ts';
import type { Kinds, ReadContent, SentLecture } from '../kinds/kinds.ts';
import type { LecturePlace, StoredVideo, Video } from '../video/video.ts';
import type { CourseCatalog } from './course-catalog.ts';
import { findSection, keepSectionsTogether } from './outline.queries.ts';
import { becomeVideo, findPlacedLecture, insertLecture, nextPosition } from './lectures.queries.ts';

export type LectureFiles = ReturnType<typeof createLectureFiles>;

export interface AddedLecture {
  courseId: string;
  title: string;
  description: string;
  isDraft: boolean;
  /** Where it is added; one that is no longer there is as undefined. */
  sectionId?: string | undefined;
  /** Finds the lecture that it is added before; without one it is the last of its section. */
  findNext?: ((tx: Tx) => Promise<string | undefined>) | undefined;
  /** Undefined: the kind of its file. */
  kind?: LectureKind | undefined;
  /** What its kind alone reads. */
  content?: KindContent | undefined;
  /** The file of a video, a sound or a PDF. */
  upload?: CompleteUpload | undefined;
}

/** A file of a lecture that was read, and is about to be stored. */
interface ReadFile {
  kind: LectureKind;
  read: ReadContent;
}

export interface PreparedFiles {
  courseId: string;
  title: string;
  description: string;
  position: number;
  /** Whether anyone may watch it; undefined for the default of the school. */
  isFree?: boolean | undefined;
  /** Paths of files. */
  video: string;
  poster: string;
  captions?: CaptionsFile | undefined;
}

/** Lectures and their files, however they arrived. Each throws `course_not_found`, and what is wrong with a file. */
export const createLectureFiles = (
  { settings, database, clock, files }: Platform,
  {
    catalog,
    video,
    captions,
    kinds,
  }: { captions: Pick<Captions, 'prepare'>; catalog: CourseCatalog; video: Video; kinds: Kinds },
) => {
  interface StoredLecture extends Omit<PreparedFiles, 'video' | 'poster' | 'captions'> {
    id: string;
    isDraft: boolean;
    sectionId: string | null;
    file: ReadFile;
    posterKey?: string;
  }

  const readFileOf = async (sent: SentLecture, wanted?: LectureKind): Promise<ReadFile> => {
    const kind = wanted ?? (sent.upload && (await kinds.kindOf(sent.upload))) ?? 'video';
    return { kind, read: await kinds.read(kind, sent) };
  };

  const storedFile = ({ read }: ReadFile) => read.recording ?? read.file;

  const toStore = (file: ReadFile, upload: CompleteUpload | undefined): NewFile[] => {
    const stored = storedFile(file);
    return stored && upload ? [{ key: stored.key, from: upload }] : [];
  };

  const insert = async (tx: Tx, { courseId, sectionId, isDraft, isFree, file, posterKey, ...texts }: StoredLecture) => {
    const now = clock.now();
    const { kind, read } = file;
    const stored = storedFile(file);
    const isFreePreview = isFree ?? (await settings.limits(tx)).isFreePreview;
    await insertLecture(tx, {
      ...texts,
      course_id: courseId,
      section_id: sectionId,
      kind,
      video_key: stored?.key ?? '',
      content_type: stored?.contentType ?? '',
      size_bytes: stored?.sizeBytes ?? 0,
      duration_ms: (read.recording ?? read).durationMs ?? null,
      is_free_preview: isFreePreview ? 1 : 0,
      published_at: isDraft ? null : now,
      now,
    });
    if (read.recording) await video.add(tx, texts.id, read.recording, posterKey);
    else {
      await kinds.insert(tx, texts.id, read);
      if (read.file) await video.serveAlone(tx, texts.id, read.file);
    }
    return now;
  };

  /** The earlier file plays until its addresses expire. */
  const replaceFile = async (tx: Tx, id: string, { file, durationMs, ...content }: ReadContent): Promise<void> => {
    if (!file) throw new Error('a file of this kind was read');
    await kinds.insert(tx, id, content);
    await video.replaceAlone(tx, id, { ...file, durationMs: durationMs ?? null });
  };

  /** The address, notes and questions of the class stay. */
  const addRecording = async (tx: Tx, id: string, recording: StoredVideo): Promise<void> => {
    await becomeVideo(tx, id, recording, clock.now());
    await kinds.remove(tx, id);
    await video.add(tx, id, recording);
    await kinds.classes.recorded(tx, id);
  };

  return {
    /** Throws what is wrong with a file, as far as a short look shows it. */
    inspect: kinds.inspect,

    /** Reads the files of a published lecture that is added together with others: the files to store, and how to insert it. */
    prepare: async ({
      video: videoPath,
      poster: posterPath,
      captions: captionsFile,
      ...place
    }: PreparedFiles): Promise<{ files: NewFile[]; insert: (tx: Tx) => Promise<void> }> => {
      const id = newId();
      const stored = await video.inspect(() => openDiskFile(videoPath), id);
      const posterKey = `posters/${id}${extname(posterPath)}`;
      const sources = [
        { key: stored.key, from: await readFile(videoPath) },
        { key: posterKey, from: await readFile(posterPath) },
      ];
      const prepared = captionsFile && (await captions.prepare(captionsFile));
      return {
        files: prepared ? [...sources, prepared.file] : sources,
        insert: async (tx) => {
          const file: ReadFile = { kind: 'video', read: { recording: stored } };
          await insert(tx, { ...place, id, isDraft: false, sectionId: null, file, posterKey });
          await prepared?.insert(tx, id);
        },
      };
    },

    /** Adds a lecture at the end of a section or of its course; returns its id. `also` joins the transaction. */
    add: async (
      { courseId, title, description, isDraft, sectionId: wanted, findNext, upload, kind, content = {} }: AddedLecture,
      also?: (tx: Tx, lectureId: string) => Promise<void>,
    ): Promise<string> => {
      const id = newId();
      const file = await readFileOf({ id, content, upload }, kind);
      await files.keepWith(toStore(file, upload), async (tx) => {
        if (!(await lockCourse(tx, courseId, clock.now()))) throw fail('course_not_found');
        const position = await nextPosition(tx, courseId);
        const sectionId = await findSection(tx, courseId, wanted);
        const now = await insert(tx, { id, courseId, sectionId, title, description, position, isDraft, file });
        const nextId = await findNext?.(tx);
        await keepSectionsTogether(tx, courseId, nextId === undefined ? undefined : { id, nextId });
        await also?.(tx, id);
        await catalog.noteNews(tx, courseId, now);
        await catalog.changed(tx, courseId);
      });
      return id;
    },

    /**
     * Gives a lecture an uploaded file of its kind; a live class becomes the video of its recording. `also` joins the
     * transaction. Throws `lecture_not_found` and `kind_fixed`.
     */
    replace: async (place: LecturePlace, upload: CompleteUpload, also?: (tx: Tx) => Promise<void>): Promise<void> => {
      // The id becomes part of a storage key, so it must be one that a lecture has.
      const lecture = await findPlacedLecture(database.db, place);
      if (!lecture) throw fail('lecture_not_found');
      const { id, kind } = lecture;
      const file = await readFileOf({ id, content: {}, upload }, kinds.replacedBy(kind));
      const { recording } = file.read;
      await files.keepWith(toStore(file, upload), async (tx) => {
        if (!recording) await replaceFile(tx, id, file.read);
        else if (file.kind !== kind) await addRecording(tx, id, recording);
        else await video.replace(tx, id, recording);
        await also?.(tx);
        await catalog.changed(tx, place.courseId);
      });
    },
  };
};
