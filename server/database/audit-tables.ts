/** An event of the audit, as `contract/audit-kinds.ts` has them. */
export interface AuditEntryRow {
  id: string;
  at: number;
  kind: string;
  /** JSON, as are `detail` and the values. */
  source: string;
  /** The person whom it is about. */
  user_id: string | null;
  attempt_id: string | null;
  payment_id: string | null;
  detail: string;
  actor_kind: 'person' | 'key' | 'system';
  actor_id: string | null;
  /** The network address of the request. */
  address: string | null;
  browser: string | null;
  course_id: string | null;
  before_values: string | null;
  after_values: string | null;
  /** More than 1 for events that are counted. */
  times: number;
}

/** A key by which a program calls for an admin. */
export interface ApiKeyRow {
  id: string;
  name: string;
  secret_hash: string;
  /** Separated by spaces. */
  scopes: string;
  created_by: string;
  created_at: number;
  ends_at: number | null;
  last_used_at: number | null;
  /** When an admin ended it. */
  ended_at: number | null;
}
