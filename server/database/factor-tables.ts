export interface OneTimeKeyRow {
  user_id: string;
  sealed_key: string;
  created_at: number;
  /** Null until a first code confirmed it: the second step is off. */
  confirmed_at: number | null;
  last_step: number;
}

export interface PasskeyRow {
  /** The id of the credential, in base64url. */
  id: string;
  user_id: string;
  /** COSE, in base64url. */
  public_key: string;
  counter: number;
  /** A JSON array. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

export interface LoginStepRow {
  id_hash: string;
  /** second-step: a login whose password was right; not-me and confirm-email: links in emails; email-code and provider: logins by an email or another service. */
  kind: 'second-step' | 'not-me' | 'add-passkey' | 'use-passkey' | 'confirm-email' | 'email-code' | 'provider';
  /** Null before anybody is known. */
  user_id: string | null;
  expires_at: number;
  /** The address of confirm-email, the former one of not-me, the sealed code of email-code. */
  detail: string | null;
  tries: number;
}

export interface IdentityRow {
  id: string;
  user_id: string;
  issuer: string;
  subject: string;
  /** As the other service last named it. */
  email: string;
  created_at: number;
  last_used_at: number | null;
}

/** What waits for the confirmation of an address. */
export interface WaitingRightRow {
  id: string;
  address: string;
  kind: 'course_role' | 'access';
  scope: string;
  /** JSON. */
  detail: string;
  given_by: string;
  created_at: number;
}

export interface FactorTables {
  waiting_rights: WaitingRightRow;
  identities: IdentityRow;
  one_time_keys: OneTimeKeyRow;
  recovery_codes: { user_id: string; code_hash: string; created_at: number };
  passkeys: PasskeyRow;
  login_steps: LoginStepRow;
}
