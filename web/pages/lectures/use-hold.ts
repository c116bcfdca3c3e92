import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import { type ApiError, sentenceOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

/** Whether this device had to stop because others of the same account play; it may take its turn back. */
export const isDisplaced = ({ code }: ApiError): boolean => code === 'session_displaced';

export const useHold = (reload: () => Promise<unknown>) => {
  const [reason, setReason] = useState<string>();
  const watchHere = async () => {
    try {
      await call('POST /playback/session');
      await reload();
      setReason(undefined);
    } catch (error) {
      toast.error(sentenceOf(error, messages.lectures.broken));
    }
  };
  const held = reason === undefined ? undefined : { reason, action: 'Watch here', goOn: () => void watchHere() };
  return { held, hold: (error: ApiError) => setReason(sentenceOf(error, messages.lectures.broken)) };
};
