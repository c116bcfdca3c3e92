import type { Kysely, Transaction } from 'kysely';
import type { ApiKeyRow, AuditEntryRow } from './audit-tables.ts';
import type { WebhookMessageRow, WebhookRow } from './webhook-tables.ts';
import type {
  BlockPictureRow,
  CourseAddressRow,
  CaptionsRow,
  CourseAudienceRow,
  CourseRow,
  LearningVisitRow,
  LectureAttachmentRow,
  LectureAudienceRow,
  LectureContentRow,
  CoursePersonRow,
  LectureNoteRow,
  LectureProgressRow,
  LectureRow,
  SectionRow,
  PageBlocksRow,
  TeacherRow,
  MediaFileRow,
  PlaybackSessionRow,
  SearchedCourseRow,
  SearchedLectureRow,
  UploadLockRow,
  UploadRow,
  VideoWorkRow,
} from './classroom-tables.ts';
import type {
  AccessChangeRow,
  CourseAccessRow,
  DailyPlanSalesRow,
  DailySalesRow,
  DisputeRow,
  PaymentAttemptRow,
  PaymentRow,
  ReceiptRow,
  RefundRow,
  UserAccessRow,
  WebhookEventRow,
} from './payment-tables.ts';
import type {
  AnnouncementRow,
  NoticeChoiceRow,
  NoticeDeliveryRow,
  NoticeOptOutRow,
  NoticeRow,
  NoticeSettingsRow,
  PublishedNewsRow,
  PushSubscriptionRow,
  RefusedAddressRow,
} from './notice-tables.ts';
import type { CertificateTables } from './certificate-tables.ts';
import type { FactorTables } from './factor-tables.ts';
import type {
  CouponRow,
  GiftLinkRow,
  GiftRow,
  PlanRow,
  PlanVersionCourseRow,
  PlanVersionRow,
  ProviderPlanRow,
} from './plan-tables.ts';
import type { PersonalDataTables } from './personal-data-tables.ts';
import type { QuestionTables } from './question-tables.ts';
import type { QuizTables } from './quiz-tables.ts';
import type { RecoveryEmailRow, RecoveryLinkRow } from './recovery-tables.ts';
import type { ReviewTables } from './review-tables.ts';
import type {
  ContactMessageRow,
  ConsentRow,
  ContactReplyRow,
  SitePageRow,
  SitePageVersionRow,
} from './school-tables.ts';

/** Row types of every table. Times are epoch milliseconds, money is integer paise, flags are 0 or 1. */
export interface Tables
  extends CertificateTables, FactorTables, PersonalDataTables, QuestionTables, QuizTables, ReviewTables {
  settings: { name: string; value: string; updated_at: number };
  signing_keys: SigningKeyRow;
  topic_versions: { topic: string; version: number };
  rate_counters: { name: string; window_started_at: number; count: number };
  jobs: JobRow;
  users: UserRow;
  sessions: SessionRow;
  password_resets: PasswordResetRow;
  sent_emails: SentEmailRow;
  announcements: AnnouncementRow;
  notices: NoticeRow;
  notice_deliveries: NoticeDeliveryRow;
  notice_settings: NoticeSettingsRow;
  notice_choices: NoticeChoiceRow;
  notice_opt_outs: NoticeOptOutRow;
  refused_addresses: RefusedAddressRow;
  push_subscriptions: PushSubscriptionRow;
  calendar_addresses: { user_id: string; number: number; changed_at: number };
  podcast_addresses: { user_id: string; number: number; changed_at: number };
  published_news: PublishedNewsRow;
  people_imports: PeopleImportRow;
  people_import_rows: PeopleImportLineRow;
  setup_links: { token_hash: string; created_at: number; used_at: number | null };
  contact_messages: ContactMessageRow;
  contact_replies: ContactReplyRow;
  site_pages: SitePageRow;
  site_page_versions: SitePageVersionRow;
  consents: ConsentRow;
  page_blocks: PageBlocksRow;
  block_pictures: BlockPictureRow;
  courses: CourseRow;
  course_addresses: CourseAddressRow;
  course_people: CoursePersonRow;
  teachers: TeacherRow;
  lectures: LectureRow;
  lecture_contents: LectureContentRow;
  sections: SectionRow;
  captions: CaptionsRow;
  lecture_attachments: LectureAttachmentRow;
  search_course_entries: SearchedCourseRow;
  search_lecture_entries: SearchedLectureRow;
  search_spellings: { spelling: string; word: string };
  lecture_progress: LectureProgressRow;
  course_completions: { user_id: string; course_id: string; completed_at: number };
  learning_visits: LearningVisitRow;
  lecture_notes: LectureNoteRow;
  course_audience: CourseAudienceRow;
  lecture_audience: LectureAudienceRow;
  media_files: MediaFileRow;
  video_work: VideoWorkRow;
  uploads: UploadRow;
  upload_locks: UploadLockRow;
  playback_sessions: PlaybackSessionRow;
  plans: PlanRow;
  plan_versions: PlanVersionRow;
  plan_version_courses: PlanVersionCourseRow;
  provider_plans: ProviderPlanRow;
  coupons: CouponRow;
  gifts: GiftRow;
  gift_links: GiftLinkRow;
  recovery_emails: RecoveryEmailRow;
  recovery_links: RecoveryLinkRow;
  payment_attempts: PaymentAttemptRow;
  payments: PaymentRow;
  refunds: RefundRow;
  disputes: DisputeRow;
  webhook_events: WebhookEventRow;
  audit_entries: AuditEntryRow;
  api_keys: ApiKeyRow;
  webhooks: WebhookRow;
  webhook_messages: WebhookMessageRow;
  daily_sales: DailySalesRow;
  daily_plan_sales: DailyPlanSalesRow;
  user_access: UserAccessRow;
  course_access: CourseAccessRow;
  access_changes: AccessChangeRow;
  receipt_series: { series: string; last: number };
  receipts: ReceiptRow;
  backup_runs: BackupRunRow;
  sandbox_records: SandboxRecordRow;
}

/** The parameter of a query function: the database or a transaction. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** A record of the sandbox as JSON. */
export interface SandboxRecordRow {
  kind: string;
  id: string;
  record: string;
  /** Grows in the order in which records were first stored. */
  place: number;
  /** Grows with each turn that changed something. */
  revision: number;
}

/** One scheduled backup, or one that an admin started. */
export interface BackupRunRow {
  /** The id of its job. */
  id: string;
  place: string;
  state: 'running' | 'verified' | 'failed';
  started_at: number;
  finished_at: number | null;
  /** The backup it made; rows of removed backups are deleted. */
  backup_id: string | null;
  files: number | null;
  size_bytes: number | null;
  /** Bytes added to the place. */
  added_bytes: number | null;
  problem: string | null;
}

export interface SigningKeyRow {
  id: string;
  purpose: string;
  secret: string;
  created_at: number;
  retired_at: number | null;
}

export interface JobRow {
  id: string;
  name: string;
  /** JSON, checked by the job's own schema when it runs. */
  payload: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  run_at: number;
  attempts: number;
  leased_by: string | null;
  leased_until: number | null;
  last_error: string | null;
  created_at: number;
  finished_at: number | null;
}

export interface UserRow {
  id: string;
  email: string;
  full_name: string;
  role: 'ADMIN' | 'USER';
  password_hash: string;
  avatar_key: string | null;
  /** Part of every signed media address of the user: incrementing it ends them all. */
  media_epoch: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  /** When the user proved that they read the mail of their address. */
  email_confirmed_at: number | null;
  /** Stored before addresses had one form: the account that has the normal form of this address. */
  same_address_as: string | null;
  /** Null for a password that is older than this column. */
  password_changed_at: number | null;
  /** When the account was blocked; its purchases stay. */
  blocked_at: number | null;
  /** The admins' note about the user, and its last change. */
  note: string | null;
  note_changed_at: number | null;
  note_changed_by: string | null;
}

export interface SessionRow {
  token_hash: string;
  user_id: string;
  /** The browser's User-Agent header; null without one. */
  user_agent: string | null;
  /** From where it began, see `networkOf`; null for one of an earlier version. */
  network: string | null;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  /** When the user last confirmed their identity after the beginning; null if never. */
  confirmed_at: number | null;
}

export interface PasswordResetRow {
  token_hash: string;
  user_id: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

/** An email sent to the mail server or stored in the folder, once per address. */
export interface SentEmailRow {
  /** The id of its job. */
  id: string;
  address: string;
  subject: string;
  sent_at: number;
}

/** An import of people from a file. */
export interface PeopleImportRow {
  id: string;
  file_name: string;
  state: 'draft' | 'running' | 'done';
  /** JSON, as are the chosen `columns`, the `report` and the cells of the lines. */
  header: string;
  columns: string | null;
  /** The last day of their access. */
  until_day: string | null;
  report: string | null;
  created_by: string;
  created_at: number;
}

export interface PeopleImportLineRow {
  import_id: string;
  line: number;
  cells: string;
  /** Null until the running import has reached the line. */
  outcome: 'new' | 'known' | 'faulty' | null;
  /** JSON: the problem of a faulty line. */
  problem: string | null;
}
