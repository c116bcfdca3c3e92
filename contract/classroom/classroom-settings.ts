import { z } from 'zod';
import { MIB } from '../fields.ts';
import { messages } from '../messages.ts';

/** What teachers may do without an admin. */
export const TeachingSettings = z.object({
  /** Whether their courses are published at once, or after an admin approved them. */
  teachersPublish: z.enum(['alone', 'after_approval']),
  /** Whether teachers create courses. */
  teachersCreate: z.boolean(),
});
export type TeachingSettings = z.output<typeof TeachingSettings>;

/** What people may write and follow. Switching one off hides it and keeps it. */
export const CommunitySettings = z.object({
  /** Questions under lectures. */
  questions: z.boolean(),
  reviews: z.boolean(),
  /** Notices in the app, by email and by push, except those about accounts and purchases. */
  notices: z.boolean(),
  /** Private podcast feeds of courses. */
  podcasts: z.boolean(),
});
export type CommunitySettings = z.output<typeof CommunitySettings>;

const MAX_UPLOAD_LIMIT_BYTES = 1024 * 1024 * MIB;
const MAX_DEVICES = 10;
const MAX_AUDIT_YEARS = 10;
/** A notice that exists is not sent a second time, and a reminder comes up to a month before. */
const MIN_NOTICE_MONTHS = 3;
const MAX_MONTHS = 120;

export const LimitSettings = z.object({
  /** On how many devices an account may watch at once. */
  devices: z.int(),
  maxUploadBytes: z.int(),
  /** Whether new lectures begin as free previews. */
  isFreePreview: z.boolean(),
  /** How long the audit is kept. */
  auditYears: z.int(),
  /** How long notices are kept. */
  noticeMonths: z.int(),
  /** How long the list of sent emails is kept. */
  emailMonths: z.int(),
  /** How long messages of the contact form are kept after they were marked as done; 0 for as long as the school exists. */
  messageMonths: z.int(),
});
export type LimitSettings = z.output<typeof LimitSettings>;

export const LimitChange = LimitSettings.extend({
  devices: z
    .int({ error: messages.settings.badDevices })
    .min(1, messages.settings.badDevices)
    .max(MAX_DEVICES, messages.settings.badDevices),
  maxUploadBytes: z
    .int({ error: messages.settings.badUploadSize })
    .min(MIB, messages.settings.badUploadSize)
    .max(MAX_UPLOAD_LIMIT_BYTES, messages.settings.badUploadSize),
  /** Without it, that stays as it is. */
  auditYears: z
    .int({ error: messages.settings.badAuditYears })
    .min(1, messages.settings.badAuditYears)
    .max(MAX_AUDIT_YEARS, messages.settings.badAuditYears)
    .optional(),
  noticeMonths: z
    .int({ error: messages.settings.badNoticeMonths })
    .min(MIN_NOTICE_MONTHS, messages.settings.badNoticeMonths)
    .max(MAX_MONTHS, messages.settings.badNoticeMonths)
    .optional(),
  emailMonths: z
    .int({ error: messages.settings.badNoticeMonths })
    .min(MIN_NOTICE_MONTHS, messages.settings.badNoticeMonths)
    .max(MAX_MONTHS, messages.settings.badNoticeMonths)
    .optional(),
  messageMonths: z
    .int({ error: messages.settings.badMessageMonths })
    .min(0, messages.settings.badMessageMonths)
    .max(MAX_MONTHS, messages.settings.badMessageMonths)
    .optional(),
});
