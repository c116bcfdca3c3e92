import type { FailureReason } from '../provider-events.ts';

/** Razorpay's reasons of failed payments; it adds others at any time. */
const reasons = new Map<string, FailureReason>([
  ['insufficient_funds', 'insufficient_funds'],
  ['payment_failed', 'declined'],
  ['payment_declined', 'declined'],
  ['card_declined', 'declined'],
  ['debit_declined', 'declined'],
  ['payment_risk_check_failed', 'suspected_fraud'],
  ['payment_cancelled', 'cancelled'],
  ['payment_timed_out', 'timed_out'],
  ['payment_session_expired', 'timed_out'],
  ['payment_collect_request_expired', 'timed_out'],
  ['authentication_failed', 'not_authenticated'],
  ['invalid_otp', 'not_authenticated'],
  ['incorrect_otp', 'not_authenticated'],
  ['otp_expired', 'not_authenticated'],
  ['otp_attempts_exceeded', 'not_authenticated'],
  ['incorrect_pin', 'not_authenticated'],
  ['incorrect_cvv', 'wrong_details'],
  ['incorrect_card_details', 'wrong_details'],
  ['invalid_vpa', 'wrong_details'],
  ['vpa_resolution_failed', 'wrong_details'],
  ['card_expired', 'card_expired'],
  ['card_not_enrolled', 'not_enabled'],
  ['card_disabled_for_online_payments', 'not_enabled'],
  ['debit_instrument_inactive', 'not_enabled'],
  ['debit_instrument_blocked', 'blocked'],
  ['transaction_limit_exceeded', 'limit_exceeded'],
  ['transaction_daily_limit_exceeded', 'limit_exceeded'],
  ['gateway_technical_error', 'technical_error'],
  ['bank_technical_error', 'technical_error'],
  ['issuer_technical_error', 'technical_error'],
  ['server_error', 'technical_error'],
]);

export const failureReasonOf = (reason: string | null | undefined): FailureReason | undefined =>
  reason ? reasons.get(reason) : undefined;
