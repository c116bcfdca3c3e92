export interface RefundRequest {
  paymentId: string;
  amountInPaise: number;
  /** For all that is left: the purchase is cancelled with it. */
  endsAccess: boolean;
  /** The user who asked for it, the buyer or an admin. */
  requestedBy: string | null;
  reason: string;
  /** From an admin's client, the same when a request is repeated. */
  requestKey?: string;
}
