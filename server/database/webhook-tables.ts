/** An address that messages about events are sent to. */
export interface WebhookRow {
  id: string;
  url: string;
  /** Separated by spaces. */
  events: string;
  /** Encrypted. */
  sealed_secret: string;
  /** The earlier secret, which signs too until then. */
  sealed_previous: string | null;
  previous_until: number | null;
  created_at: number;
  failing_since: number | null;
}

/** A message to one address. Its id is the header `webhook-id`. */
export interface WebhookMessageRow {
  id: string;
  webhook_id: string;
  event: string;
  body: string;
  state: 'waiting' | 'sent' | 'failed';
  tries: number;
  created_at: number;
  last_try_at: number | null;
  status: number | null;
  response: string;
}
