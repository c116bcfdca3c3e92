import { z } from 'zod';

/** What a person is in one course; an admin is neither, and may do everything. */
export const CourseRole = z.enum(['teacher', 'assistant']);
export type CourseRole = z.output<typeof CourseRole>;
