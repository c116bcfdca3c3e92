import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import { type ApiError, sentenceOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

/** Another device of the same account started to play. This device can take over again. */
export const isDisplaced = ({ code }: ApiError): boolean => code === 'session_displaced';

export const useDisplacement = (reload: () => Promise<unknown>) => {
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
  const interruption =
    reason === undefined ? undefined : { reason, action: 'Watch here', resume: () => void watchHere() };
  return { interruption, interrupt: (error: ApiError) => setReason(sentenceOf(error, messages.lectures.broken)) };
};
