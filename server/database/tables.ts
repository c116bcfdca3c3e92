import type {
  CaptionsRow,
  CourseRow,
  LectureProgressRow,
  LectureRow,
  MediaFileRow,
  PlaybackSessionRow,
  UploadLockRow,
  UploadRow,
  VideoWorkRow,
} from './learning-tables.ts';

/** Row types of every table. Times are epoch milliseconds, money is integer paise, flags are 0 or 1. */
export interface Tables {
  settings: SettingRow;
  signing_keys: SigningKeyRow;
  topic_versions: { topic: string; version: number };
  rate_counters: { name: string; window_started_at: number; count: number };
  jobs: JobRow;
  users: UserRow;
  sessions: SessionRow;
  password_resets: PasswordResetRow;
  setup_links: { token_hash: string; created_at: number; used_at: number | null };
  contact_messages: ContactMessageRow;
  courses: CourseRow;
  lectures: LectureRow;
  captions: CaptionsRow;
  lecture_progress: LectureProgressRow;
  media_files: MediaFileRow;
  video_work: VideoWorkRow;
  uploads: UploadRow;
  upload_locks: UploadLockRow;
  playback_sessions: PlaybackSessionRow;
  payment_attempts: PaymentAttemptRow;
  payments: PaymentRow;
  refunds: RefundRow;
  disputes: DisputeRow;
  webhook_events: WebhookEventRow;
  payment_audit: PaymentAuditRow;
}

export interface SettingRow {
  name: string;
  value: string;
  updated_at: number;
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
  /** Part of every signed media address: raising it ends them all. */
  media_epoch: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface SessionRow {
  token_hash: string;
  user_id: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
}

export interface PasswordResetRow {
  token_hash: string;
  user_id: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface ContactMessageRow {
  id: string;
  name: string;
  email: string;
  message: string;
  user_id: string | null;
  created_at: number;
}

export interface PaymentAttemptRow {
  id: string;
  user_id: string;
  provider: string;
  mode: 'test' | 'live';
  key_id: string;
  plan_ref: string;
  amount_in_paise: number;
  currency: string;
  /** How often the provider charges: 1 ends after the first year. */
  cycles: number;
  /** Null until the provider has answered, or when it never did. */
  subscription_ref: string | null;
  /** open: may be paid now; retired: replaced, but a late payment still counts; settled: paid or given up. */
  state: 'open' | 'retired' | 'settled';
  /** Until then one caller has the right to make the subscription at the provider. */
  creating_until: number;
  provider_status: string | null;
  provider_status_at: number;
  /** 1 once the provider will charge no more, whatever comes. */
  is_over: number;
  auto_renew: number;
  current_end: number | null;
  expires_at: number;
  /** When the provider was last asked about it. */
  checked_at: number;
  cancel_when: 'now' | 'period_end' | null;
  cancel_requested_at: number | null;
  /** When the provider took the cancel, or turned out to need none. */
  cancel_accepted_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface PaymentRow {
  id: string;
  provider: string;
  provider_payment_id: string;
  attempt_id: string | null;
  user_id: string | null;
  mode: 'test' | 'live';
  status: 'created' | 'failed' | 'authorized' | 'captured';
  /** 0 while only the buyer's signed proof speaks for it and the provider has not been heard. */
  confirmed: number;
  amount_in_paise: number;
  currency: string;
  method: string | null;
  masked: string | null;
  invoice_ref: string | null;
  failure: string | null;
  /** When the buyer began to pay; the capture may come days later. */
  initiated_at: number;
  captured_at: number | null;
  /** The end of the provider's billing period, when it is known. */
  period_end: number | null;
  access_until: number | null;
  refundable_until: number | null;
  receipt_no: string | null;
  /** Why this payment grants nothing or needs a person. */
  problem: 'wrong_amount' | 'duplicate' | 'unmatched' | null;
  created_at: number;
  updated_at: number;
}

export interface RefundRow {
  id: string;
  provider: string;
  provider_refund_id: string | null;
  provider_payment_id: string;
  amount_in_paise: number;
  currency: string;
  /** withdrawn: asked for here, but another refund had already given the money back. */
  status: 'requested' | 'pending' | 'processed' | 'failed' | 'withdrawn';
  idempotency_key: string | null;
  /** 1 for a refund that cancels the purchase: once the provider has taken it, access is over whatever becomes of it. */
  ends_access: number;
  accepted_at: number | null;
  bank_reference: string | null;
  requested_by: string | null;
  reason: string | null;
  /** When the provider was last asked about it. */
  checked_at: number;
  created_at: number;
  updated_at: number;
}

export interface DisputeRow {
  id: string;
  provider: string;
  provider_dispute_id: string;
  provider_payment_id: string;
  amount_in_paise: number;
  currency: string;
  phase: string;
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  respond_by: number | null;
  created_at: number;
  updated_at: number;
}

export interface WebhookEventRow {
  event_id: string;
  provider: string;
  type: string;
  body: string;
  outcome: 'applied' | 'unmatched' | 'ignored';
  received_at: number;
}

export interface PaymentAuditRow {
  id: string;
  at: number;
  actor: string;
  action: string;
  user_id: string | null;
  attempt_id: string | null;
  payment_id: string | null;
  detail: string;
}
