import type { z } from 'zod';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import type { Course, CourseFields } from '#contract/catalog/catalog.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import type { CourseRow } from '#server/database/tables/catalog.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import { fold } from '#server/search/fold.ts';

/** The columns that responses need. */
export const SHOWN_COLUMNS = [
  'id',
  'title',
  'description',
  'category',
  'created_by',
  'outcomes',
  'thumbnail_key',
  'published_at',
  'approval_requested_at',
  'declined_at',
  'declined_reason',
  'created_at',
] as const;

/** A course with the number and length of its published lectures. */
export type ShownCourse = Pick<CourseRow, (typeof SHOWN_COLUMNS)[number]> & {
  lecture_count: number;
  total_duration_ms: number;
};

/** A course as the API shows it. */
export const presentCourse = (row: ShownCourse, origin: string): Course => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  category: row.category,
  createdBy: row.created_by,
  outcomes: (row.outcomes ?? '').split(/\s*\n\s*/).filter(Boolean),
  thumbnail: { secure_url: row.thumbnail_key === null ? null : fileUrl(origin, row.thumbnail_key) },
  numberOfLectures: row.lecture_count,
  totalDurationMs: row.total_duration_ms,
  createdAt: toInstant(row.created_at),
});

/** A course as its authors see it. */
export const presentManaged = (row: ShownCourse, origin: string): ManagedCourse => ({
  ...presentCourse(row, origin),
  isDraft: row.published_at === null,
  approvalRequestedAt: toInstantOrNull(row.approval_requested_at),
  declined: row.declined_at === null ? null : { at: toInstant(row.declined_at), reason: row.declined_reason ?? '' },
});

/** The columns that authors fill in; only a name that differs from the API's is named here. */
export const toColumns = ({ createdBy, ...fields }: z.output<typeof CourseFields>) => {
  const text = [fields.title, fields.category, createdBy, fields.description].join('\n');
  // Older rows have no folded text: searches look for either.
  return { ...fields, created_by: createdBy, search_text: `${text.toLowerCase()}\n${fold(text)}` };
};

export type AuthoredColumns = ReturnType<typeof toColumns>;
