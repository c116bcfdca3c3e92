import { setImmediate } from 'node:timers/promises';
import { readChapters } from '#contract/classroom/chapters.ts';
import { type Moment, MOMENTS_PER_LECTURE } from '#contract/classroom/moments.ts';
import { textsForReader } from '#server/database/translations.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { fold } from '#server/search/fold.ts';
import { createSearchIndex } from '#server/search/search-index.ts';
import { highlightsOf, wordsOfQuery } from '#server/search/words.ts';
import type { Sentence } from '#video-format/transcript.ts';
import { searchedParts } from '../kinds/kinds.ts';
import { findInCourse, listOwnNotes, listSearched, listShown, type SearchedRow } from './moments.queries.ts';

/** More than are shown: some may not be watched, and some have the words apart from each other. */
const CANDIDATES_MAX = 200;
const READ_MAX = 24;
const LECTURES_MAX = 8;
const NOTES_MAX = 500;
/** What is shown of a long sentence: a little before the first word, and some lines in all. */
const BEFORE = 40;
const SHOWN = 180;

interface Piece extends Pick<Moment, 'in' | 'atMs' | 'part'> {
  text: string;
}

/** The words around the first match, cut between words. */
const excerptOf = (text: string, at: number): string => {
  const from = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const rest = text.slice(from);
  const to = rest.length <= SHOWN ? rest.length : Math.max(rest.lastIndexOf(' ', SHOWN), at - from + 1);
  return `${from > 0 ? '… ' : ''}${rest.slice(0, to)}${to < rest.length ? ' …' : ''}`;
};

/** How many of the words a text has. */
const countIn = (text: string, words: readonly string[]): number => {
  const folded = fold(text);
  return words.filter((word) => folded.includes(word) && highlightsOf(text, [word]).length > 0).length;
};

/** The pieces that have the most of the words, at least half of them, in their order. */
const bestOf = (pieces: readonly Piece[], words: readonly string[]): { moments: Moment[]; more: number } => {
  const counted = pieces.map((piece) => ({ piece, count: countIn(piece.text, words) }));
  const most = Math.max(Math.ceil(words.length / 2), ...counted.map(({ count }) => count));
  const best = counted.filter(({ count }) => count === most).map(({ piece }) => piece);
  const moments = best.slice(0, MOMENTS_PER_LECTURE).map(({ text, ...place }) => {
    const excerpt = excerptOf(text, highlightsOf(text, words)[0]?.[0] ?? 0);
    return { ...place, text: excerpt, highlights: highlightsOf(excerpt, words) };
  });
  return { moments, more: best.length - moments.length };
};

const hasWords = (stored: string | null, words: readonly string[]): boolean =>
  words.every((word) => ` ${stored ?? ''}`.includes(` ${word}`));

export interface MomentsNeeds {
  policy: Pick<CoursePolicy, 'may' | 'opened'>;
  transcriptOf: (lectureId: string) => Promise<readonly Sentence[]>;
}

/** Finds words inside of lectures that a learner may watch. */
export const createMoments = (platform: Platform, { policy, transcriptOf }: MomentsNeeds) => {
  const { db, engine } = platform.database;
  const index = createSearchIndex(engine);

  const piecesOf = async (row: SearchedRow, words: readonly string[]): Promise<Piece[]> => {
    const { id, kind, chapters, content, words: stored } = row;
    const none = { atMs: null, part: null };
    const said = (await transcriptOf(id)).map(({ startSeconds, text }): Piece => ({
      ...none,
      in: 'said',
      atMs: Math.round(startSeconds * 1000),
      text,
    }));
    const named = readChapters(chapters).map(({ startMs: atMs, title: text }): Piece => ({
      ...none,
      in: 'chapter',
      atMs,
      text,
    }));
    const parts = searchedParts(kind, content);
    const written = (parts ?? []).map((text, part): Piece => ({ ...none, in: 'text', part, text }));
    const page: Piece[] = parts === null && hasWords(stored, words) ? [{ ...none, in: 'pdf', text: '' }] : [];
    return [...said, ...named, ...written, ...page];
  };

  const foundIn = async (courseId: string, words: readonly string[]): Promise<string[]> =>
    (await findInCourse(db, { courseId, words, limit: CANDIDATES_MAX }))
      .filter((row) => row.has_words === 1 || countIn(row.chapters, words) > 0)
      .toSorted((a, b) => a.position - b.position)
      .map(({ id }) => id);

  /** The first of these lectures whose courses the person has: what they contain can be long, and is read of no others. */
  const openAmong = async (actor: Actor, ids: readonly string[]): Promise<SearchedRow[]> => {
    const shown = new Map((await listShown(db, ids)).map((row) => [row.id, row.course_id]));
    const opened = await policy.opened(actor, [...new Set(shown.values())]);
    const open = ids.filter((id) => opened.has(shown.get(id) ?? '')).slice(0, READ_MAX);
    const rows = new Map((await listSearched(db, open)).map((row) => [row.id, row]));
    return open.flatMap((id) => rows.get(id) ?? []);
  };

  const find = async (actor: Actor, search: string, courseId: string | undefined) => {
    const words = wordsOfQuery(search);
    if (words.length === 0) return [];
    const notes = (await listOwnNotes(db, actor.id, courseId, NOTES_MAX))
      .filter(({ text }) => countIn(text, words) === words.length)
      .toSorted((a, b) => a.position_ms - b.position_ms);
    const found =
      courseId === undefined
        ? await index.findLectures(db, words, CANDIDATES_MAX, true)
        : await foundIn(courseId, words);
    const open = await openAmong(actor, [...new Set([...notes.map((note) => note.lecture_id), ...found])]);
    const courseIds = [...new Set(open.map((row) => row.course_id))];
    const texts = await textsForReader(platform, actor, { courseIds, fields: ['title'] });
    const lectures = [];
    for (const row of open) {
      if (lectures.length === LECTURES_MAX) break;
      const own = notes
        .filter((note) => note.lecture_id === row.id)
        .map((note): Piece => ({ in: 'note', atMs: note.position_ms, part: null, text: note.text }));
      const pieces = [...own, ...(await piecesOf(row, words))];
      const pdf = pieces.filter((piece) => piece.in === 'pdf').map((piece): Moment => ({ ...piece, highlights: [] }));
      const { moments, more } = bestOf(pieces, words);
      // What is behind a quiz that is not passed is not read either.
      if (moments.length + pdf.length > 0 && (await policy.may(actor, 'watch', { lectureId: row.id })))
        lectures.push({
          _id: row.id,
          title: texts.of(row.id, 'title', row.title),
          kind: row.kind,
          course: { _id: row.course_id, title: texts.of(row.course_id, 'title', row.course_title) },
          moments: [...moments, ...pdf],
          more,
        });
      // Requests are answered between two lectures.
      await setImmediate();
    }
    return lectures;
  };

  return { find };
};

export type Moments = ReturnType<typeof createMoments>;
