import type { RequestFacts } from '#server/http/endpoint/bind.ts';
import { networkOf } from '#server/http/endpoint/network-address.ts';

/** Where a call comes from. */
export interface Caller {
  address: string;
  /** The cookie that its browser keeps of its logins. */
  device: string | undefined;
  /** The User-Agent. */
  userAgent: string | undefined;
}

export const callerOf = ({ address, device, header }: Pick<RequestFacts, 'address' | 'device' | 'header'>): Caller => ({
  address,
  device: device.value,
  userAgent: header('user-agent'),
});

/** The device as emails and sessions record it. */
export const factsOf = ({ userAgent, address }: Caller): { userAgent: string | null; network: string } => ({
  userAgent: userAgent ?? null,
  network: networkOf(address),
});
