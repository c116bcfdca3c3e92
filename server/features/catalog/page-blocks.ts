import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import type { Course } from '#contract/catalog/catalog.ts';
import { messages } from '#contract/messages.ts';
import {
  Block,
  type EditedBlocks,
  HOME,
  mapBlockTexts,
  NEWEST_COURSES,
  type PresentedBlock,
} from '#contract/catalog/page-blocks.ts';
import { recordChange } from '#server/audit/context.ts';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import type { Tx } from '#server/database/database.ts';
import { deleteTranslations, type ReaderTexts, readInLanguage, thingOfBlock } from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { readMarkdown } from '#server/rich-text/rich-text.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import { withPictures } from './course-pictures.ts';
import type { Reader } from './reader.ts';
import {
  deleteBlocks,
  deletePictures,
  findBlocks,
  findFreeLecture,
  insertPicture,
  listCourseTitles,
  listFreeLectures,
  listPages,
  picturesOf,
  storeBlocks,
} from './page-blocks.queries.ts';

/** For as long a picture may wait for the block that shows it to be saved. */
const UNUSED_MS = DAY_MS;

export interface PageBlocksNeeds {
  topic: string;
  /** Whether there is such a course, perhaps a draft. */
  isPresent: (courseId: string) => Promise<boolean>;
  /** Those that are shown, in the given order; without any, the newest. */
  findCourses: (choice: { ids: readonly string[]; newest: number }, reader: Reader) => Promise<Course[]>;
  /** The texts of some courses, for a reader. */
  textsFor: (reader: Reader, courseIds: readonly string[]) => Promise<ReaderTexts>;
}

/** The blocks that owners add to the home page and to the pages of courses. Each throws `course_not_found` for another page. */
export type PageBlocks = ReturnType<typeof createPageBlocks>;

const pictureIn = (block: Block): string[] => (block.kind === 'picture' ? [block.picture] : []);

/** A block with its texts for a reader. Questions are found by their places, so their translations are of exactly these words. */
const blockFor = (texts: ReaderTexts, block: Block): Block => {
  const thingId = thingOfBlock(block.id);
  return mapBlockTexts(block, (name, text) =>
    name.includes('.') ? texts.exactly(thingId, name, text) : texts.of(thingId, name, text),
  );
};

export const createPageBlocks = (
  { database, clock, files, images }: Pick<Platform, 'database' | 'clock' | 'files' | 'images'>,
  { topic, isPresent, findCourses, textsFor }: PageBlocksNeeds,
) => {
  const { db, topics } = database;
  const pages = cachedByTopic(database, topic, async (from) => new Set(await listPages(from)));

  const assertPage = async (page: string): Promise<void> => {
    if (page !== HOME && !(await isPresent(page))) throw fail('course_not_found');
  };

  const stored = async (page: string, from = db) => {
    const row = await findBlocks(from, page);
    return { blocks: z.array(Block).parse(JSON.parse(row?.blocks ?? '[]')), version: row?.version ?? 0 };
  };

  const showLecture = async (id: string, reader: Reader) => {
    const row = await findFreeLecture(db, id);
    if (!row) return undefined;
    const { duration_ms: durationMs, course_id: courseId, thumbnail_key: key } = row;
    const texts = await textsFor(reader, [courseId]);
    return {
      _id: id,
      title: texts.of(id, 'title', row.title),
      durationMs,
      courseId,
      thumbnail: { secure_url: key === null ? null : fileUrl(reader.origin, key) },
    };
  };

  /** Undefined where it has nothing to show. */
  const showBlock = async (block: Block, reader: Reader): Promise<PresentedBlock | undefined> => {
    switch (block.kind) {
      case 'text':
        return { ...block, content: readMarkdown(block.body) };
      case 'picture':
        return { ...block, picture: { secure_url: fileUrl(reader.origin, block.picture) } };
      case 'questions': {
        const answer = async ({ question, answer: text }: (typeof block.questions)[number]) => ({
          question,
          answer: readMarkdown(text),
        });
        return { ...block, questions: await Promise.all(block.questions.map(answer)) };
      }
      case 'video': {
        const lecture = await showLecture(block.lectureId, reader);
        return lecture && { ...block, lecture };
      }
      case 'courses': {
        const courses = await findCourses({ ids: block.courseIds, newest: NEWEST_COURSES }, reader);
        return courses.length === 0 ? undefined : { ...block, courses };
      }
      default:
        return block;
    }
  };

  const show = async (blocks: readonly Block[], reader: Reader): Promise<PresentedBlock[]> => {
    const shown = blocks.filter(({ isHidden }) => !isHidden).map((block) => showBlock(block, reader));
    return (await Promise.all(shown)).filter((block) => block !== undefined);
  };

  const open = async (page: string): Promise<EditedBlocks> => {
    await assertPage(page);
    const courses = (await listCourseTitles(db)).map(({ id, title }) => ({ _id: id, title }));
    const lectures = (await listFreeLectures(db)).map(({ id, title, course_title: courseTitle }) => ({
      _id: id,
      title,
      courseTitle,
    }));
    return { ...(await stored(page)), courses, lectures };
  };

  /** Removes pictures that no block shows; those that were just uploaded may still get one. */
  const removeUnused = async (tx: Tx, page: string, blocks: readonly Block[]): Promise<void> => {
    const used = new Set(blocks.flatMap(pictureIn));
    const before = clock.now() - UNUSED_MS;
    const unused = (await picturesOf(tx, page))
      .filter((row) => !used.has(row.picture_key) && row.created_at < before)
      .map((row) => row.picture_key);
    await deletePictures(tx, unused);
    await files.removeLater(tx, unused.flatMap(withPictures));
  };

  /** Of blocks that are gone. */
  const removeTranslations = (tx: Tx, before: readonly Block[], after: readonly Block[]): Promise<void> => {
    const kept = new Set(after.map(({ id }) => id));
    return deleteTranslations(
      tx,
      before.flatMap(({ id }) => (kept.has(id) ? [] : [thingOfBlock(id)])),
    );
  };

  const assertPictures = async (tx: Tx, page: string, blocks: readonly Block[]): Promise<void> => {
    const known = new Set((await picturesOf(tx, page)).map((row) => row.picture_key));
    const details = blocks.flatMap((block, index) =>
      pictureIn(block).every((key) => known.has(key))
        ? []
        : [{ path: `blocks.${index}.picture`, message: messages.pageBlocks.pictureMissing }],
    );
    if (details.length > 0) throw fail('validation_failed', { details });
  };

  return {
    /** Whether a page has any, hidden ones included. */
    has: async (page: string): Promise<boolean> => (await pages()).has(page),

    /** As visitors see them, without what is no longer there. */
    read: async (page: string, reader: Reader): Promise<PresentedBlock[]> => {
      const { blocks } = await stored(page);
      if (page !== HOME) return show(blocks, reader);
      const thingIds = blocks.map(({ id }) => thingOfBlock(id));
      const texts = await readInLanguage(db, reader.language, { thingIds, kind: 'block' });
      return show(
        blocks.map((block) => blockFor(texts, block)),
        reader,
      );
    },

    open,

    /** Throws `blocks_changed` when another version is stored, and `validation_failed` for a picture of another page. */
    save: async (
      page: string,
      { blocks, version }: Pick<EditedBlocks, 'blocks' | 'version'>,
    ): Promise<EditedBlocks> => {
      await assertPage(page);
      await database.transaction(async (tx) => {
        // It locks a row, so that changes come one after the other.
        await topics.raise(tx, topic);
        const before = await stored(page, tx);
        if (before.version !== version) throw fail('blocks_changed');
        const kinds = (list: readonly Block[]) => list.map(({ kind }) => kind);
        recordChange({
          ...(page === HOME && { name: page }),
          before: { version, blocks: kinds(before.blocks) },
          after: { version: version + 1, blocks: kinds(blocks) },
        });
        await assertPictures(tx, page, blocks);
        const row = { page, version: version + 1, blocks: JSON.stringify(blocks), updated_at: clock.now() };
        await storeBlocks(tx, row);
        await removeUnused(tx, page, blocks);
        if (page === HOME) await removeTranslations(tx, before.blocks, blocks);
      });
      return open(page);
    },

    preview: async (page: string, blocks: readonly Block[], origin: string): Promise<PresentedBlock[]> => {
      await assertPage(page);
      return show(blocks, { origin, language: null });
    },

    /** Returns its key. Throws `not_an_image`. */
    addPicture: async (page: string, file: ReceivedFile): Promise<string> => {
      await assertPage(page);
      const key = `thumbnails/${newId()}.webp`;
      const from = await images.toThumbnail(file);
      const created = { picture_key: key, page, created_at: clock.now() };
      await files.keepWith([{ key, from }], (tx) => insertPicture(tx, created));
      return key;
    },

    /** Removes everything of the page of a course. */
    purge: async (tx: Tx, courseId: string): Promise<void> => {
      const keys = (await picturesOf(tx, courseId)).map((row) => row.picture_key);
      await deletePictures(tx, keys);
      await deleteBlocks(tx, courseId);
      await files.removeLater(tx, keys.flatMap(withPictures));
    },
  };
};
