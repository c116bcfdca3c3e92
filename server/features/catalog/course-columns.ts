import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import type { Course, CourseFields } from '#contract/catalog/catalog.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import type { CourseRow } from '#server/database/tables/catalog.ts';
import type { InSection } from '#server/database/sections.ts';
import type { LectureRow } from '#server/database/tables/lectures.ts';
import { linesOf, type ReaderTexts } from '#server/database/translations.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import { fold } from '#server/search/fold.ts';

/** The columns that responses need. */
export const SHOWN_COLUMNS = [
  'id',
  'title',
  'description',
  'category',
  'created_by',
  'language',
  'outcomes',
  'thumbnail_key',
  'published_at',
  'approval_requested_at',
  'declined_at',
  'declined_reason',
  'created_at',
] as const;

/** A course with the number and length of its published lectures. */
export type ShownCourse = Pick<Selectable<CourseRow>, (typeof SHOWN_COLUMNS)[number]> & {
  lecture_count: number;
  total_duration_ms: number;
};

/** A published lecture. */
export type Outline = Pick<LectureRow, 'id' | 'kind' | 'title' | 'duration_ms' | 'is_free_preview' | 'published_at'> &
  InSection & { free_description: string | null; opens_in_steps: number; has_batches: number };

/** A course as the API shows it. */
export const presentCourse = (row: ShownCourse, origin: string): Course => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  category: row.category,
  createdBy: row.created_by,
  outcomes: linesOf(row.outcomes ?? ''),
  thumbnail: { secure_url: row.thumbnail_key === null ? null : fileUrl(origin, row.thumbnail_key) },
  numberOfLectures: row.lecture_count,
  totalDurationMs: row.total_duration_ms,
  createdAt: toInstant(row.created_at),
});

/** A lecture as everyone sees it. */
export const presentOutline = (row: Outline, texts: ReaderTexts) => ({
  _id: row.id,
  kind: row.kind,
  title: texts.of(row.id, 'title', row.title),
  durationMs: row.duration_ms,
  isFreePreview: row.is_free_preview === 1,
  description: row.free_description === null ? null : texts.of(row.id, 'description', row.free_description),
  publishedAt: toInstant(row.published_at ?? 0),
  sectionId: row.section_id,
});

/** A course as its authors see it. */
export const presentManaged = (row: ShownCourse, origin: string): ManagedCourse => ({
  ...presentCourse(row, origin),
  language: row.language,
  isDraft: row.published_at === null,
  approvalRequestedAt: toInstantOrNull(row.approval_requested_at),
  declined: row.declined_at === null ? null : { at: toInstant(row.declined_at), reason: row.declined_reason ?? '' },
});

/** The columns that authors fill in; only a name that differs from the API's is named here. */
export const toColumns = ({ createdBy, language, ...fields }: z.output<typeof CourseFields>) => {
  const text = [fields.title, fields.category, createdBy, fields.description].join('\n');
  // Older rows have no folded text: searches look for either.
  return {
    ...fields,
    ...(language !== undefined && { language }),
    created_by: createdBy,
    search_text: `${text.toLowerCase()}\n${fold(text)}`,
  };
};

export type AuthoredColumns = ReturnType<typeof toColumns>;
